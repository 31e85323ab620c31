import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Copied } from '../../parts/copied.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { connectLines } from './connect-lines.ts';

interface NewSecretProps {
  readonly secret: string;
  readonly label: string;
  readonly close: () => void;
}

/** The one time that a secret is seen, with how an agent gets it: by the environment, never as an argument. */
export function NewSecret({ secret, label, close }: NewSecretProps) {
  const workspaceUrl = useLive((state) => state.workspaceUrl);
  return (
    <Dialog
      title={`The token of ${label}`}
      onClose={close}
      wide
      foot={
        <Button kind="main" onAct={close}>
          I have it
        </Button>
      }
    >
      <p>
        <strong>It is shown this once.</strong> Sidekicks keeps only a hash of it; a lost one is replaced by a new one.
      </p>
      <Copied text={secret} what="the token" />
      {connectLines(workspaceUrl).map(({ title, note, line }) => (
        <div key={title}>
          <h3>{title}</h3>
          <p className="quiet small">{note}</p>
          <Copied text={line} what={title.toLowerCase()} />
        </div>
      ))}
    </Dialog>
  );
}
