import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { DelegationView, RootView } from '../../../protocol/delegation-views.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { EmptyState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { FolderForm } from './folder-form.tsx';
import { RemoveFolder } from './remove-folder.tsx';

interface FoldersProps {
  readonly view: DelegationView;
  readonly again: () => void;
}

type Open = { readonly what: 'add' } | { readonly what: 'change' | 'remove'; readonly root: RootView };

/** Folders that a person gave: a run works in one of them or nowhere. */
export function Folders({ view, again }: FoldersProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Section
      title="Folders"
      actions={
        <Button small onAct={() => setOpen({ what: 'add' })}>
          Give a folder
        </Button>
      }
    >
      {view.roots.length === 0 && (
        <EmptyState title="No folder was given">
          Runs may work nowhere until you give the folder of a project.
        </EmptyState>
      )}
      <ul className="rows">
        {view.roots.map((root) => (
          <li key={root.id} className="row">
            <FolderWords root={root} />
            <span className="row-side">
              <Button
                small
                aria-label={`Change ${showHidden(root.label)}`}
                onAct={() => setOpen({ what: 'change', root })}
              >
                Change
              </Button>
              <Button
                small
                kind="danger"
                aria-label={`Take back ${showHidden(root.label)}`}
                onAct={() => setOpen({ what: 'remove', root })}
              >
                Take back…
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {open?.what === 'add' && <FolderForm root={null} agents={view.agents} close={close} again={again} />}
      {open?.what === 'change' && <FolderForm root={open.root} agents={view.agents} close={close} again={again} />}
      {open?.what === 'remove' && <RemoveFolder root={open.root} grants={view.grants} close={close} again={again} />}
    </Section>
  );
}

function FolderWords({ root }: { readonly root: RootView }) {
  const { warning, label, path, repository, defaultAgentId, prepare, caches, testPaths, manifests = [] } = root;
  const more = [
    caches.length > 0 && counted(caches.length, 'cache'),
    testPaths.length > 0 && counted(testPaths.length, 'test path'),
    manifests.length > 0 && counted(manifests.length, 'manifest'),
  ].filter((words): words is string => typeof words === 'string');
  return (
    <span className="row-text">
      <strong>
        <PlainText>{label}</PlainText>
      </strong>
      <code className="small">
        <PlainText>{path}</PlainText>
      </code>
      <span className="quiet small">
        {defaultAgentId === null ? 'No default agent' : <PlainText>{`Default agent ${defaultAgentId}`}</PlainText>}
        {prepare !== null && (
          <>
            , prepared by{' '}
            <code>
              <PlainText>{prepare}</PlainText>
            </code>
          </>
        )}
        {more.length > 0 && `, ${more.join(', ')}`}
      </span>
      {typeof repository === 'string' && (
        <span className="small stored">
          Mode work shows a peer all of{' '}
          <code>
            <PlainText>{repository}</PlainText>
          </code>
          , not only this folder.
        </span>
      )}
      {warning !== null && (
        <span className="small stored">
          <PlainText>{warning}</PlainText>
        </span>
      )}
    </span>
  );
}
