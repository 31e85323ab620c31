import { readHello } from '../data/connect.ts';
import { Button } from './button.tsx';
import { Page } from './shell.tsx';
import { toast } from './toast.tsx';

/** Stands where a page broke: a fault of ours, or a part of the program that did not arrive. */
export function PageError({ error }: { readonly error: unknown }) {
  const missing = /dynamically imported module/.test(String(error));
  return (
    <Page title="This page broke" text>
      <div className="place" role="alert">
        <p className="place-title">{missing ? 'A part of it did not arrive' : 'It could not be drawn'}</p>
        <p className="place-text">
          {missing
            ? 'The connection to Sidekicks was lost before the page came.'
            : 'Nothing was changed or decided by that. Load it again; if it breaks again, report what stands here.'}
        </p>
        <div className="buttons">
          <Button onAct={() => void again()}>Load it again</Button>
          <code className="quiet small">{String(error)}</code>
        </div>
      </div>
    </Page>
  );
}

/** Without the daemon the browser would show its own error page, which leads nowhere. */
async function again(): Promise<void> {
  const answer = await readHello();
  if (answer.ok) location.reload();
  else toast({ tone: 'bad', text: 'Sidekicks still does not answer. Check that it runs.' });
}
