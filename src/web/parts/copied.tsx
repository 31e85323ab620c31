import { useState } from 'react';
import { Button } from './button.tsx';

/** A line to copy. `what` names it for the button. */
export function Copied({ text, what }: { readonly text: string; readonly what: string }) {
  const [words, setWords] = useState('Copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setWords('Copied');
    } catch {
      setWords('Select it and copy');
    }
  };
  return (
    <div className="copied">
      <pre className="json">{text}</pre>
      <Button small aria-label={`Copy ${what}`} onAct={() => void copy()}>
        {words}
      </Button>
    </div>
  );
}
