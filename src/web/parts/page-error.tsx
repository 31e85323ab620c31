import { Button } from './button.tsx';
import { Page } from './shell.tsx';

/** Stands where a page broke: a fault of ours, or a part of the program that did not arrive. */
export function PageError({ error }: { readonly error: unknown }) {
  return (
    <Page title="This page broke" text>
      <div className="place" role="alert">
        <p className="place-title">It could not be drawn</p>
        <p className="place-text">
          Nothing was changed or decided by that. Load it again; if it breaks again, report what stands here.
        </p>
        <div className="buttons">
          <Button onAct={() => location.reload()}>Load it again</Button>
          <code className="quiet small">{String(error)}</code>
        </div>
      </div>
    </Page>
  );
}
