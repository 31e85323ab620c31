import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { toast } from '../parts/toast.tsx';

/** Asks the browser for notices, by a press and never by itself. */
export function NoticeChoice() {
  const [state, setState] = useState(() => ('Notification' in window ? Notification.permission : 'none'));
  if (state === 'none') return null;
  if (state === 'granted') return <span>Notices are on</span>;
  if (state === 'denied') {
    return <span title="Allow notifications for this address in the browser’s settings.">Notices are blocked</span>;
  }
  const ask = async () => {
    const answer = await Notification.requestPermission();
    setState(answer);
    if (answer === 'granted') toast({ text: 'The browser tells you when something new waits.' });
  };
  return (
    <Button kind="quiet" small title="When something new waits for you" onAct={() => void ask()}>
      Turn on notices
    </Button>
  );
}
