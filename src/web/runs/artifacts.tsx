import { useState } from 'react';
import type { Artifact } from '../../core/run/artifact.ts';
import { Button } from '../parts/button.tsx';
import { showHidden } from '../parts/hidden-chars.ts';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Time } from '../parts/time.tsx';
import { ArtifactReader } from './artifact-reader.tsx';
import { mediaWords, sizeWords } from './words.ts';

/** What the run published: immutable, each version by its digest. */
export function Artifacts({ artifacts }: { readonly artifacts: readonly Artifact[] }) {
  if (artifacts.length === 0) return null;
  return (
    <Section title="Artifacts">
      <ul className="rows">
        {artifacts.map((artifact) => (
          <ArtifactRow key={artifact.id} artifact={artifact} />
        ))}
      </ul>
    </Section>
  );
}

function ArtifactRow({ artifact }: { readonly artifact: Artifact }) {
  const [open, setOpen] = useState(false);
  const { name, version, mediaType, bytes, sha256, createdAt, provisional } = artifact;
  return (
    <li className="artifact">
      <div className="row">
        <span className="row-text">
          <strong>
            <PlainText>{name}</PlainText>
          </strong>
          <span className="quiet small">
            Version {version}, {mediaWords[mediaType]}, {sizeWords(bytes)}, SHA-256{' '}
            <code title={sha256}>{sha256.slice(0, 12)}</code>, <Time at={createdAt} />
            {provisional && ', provisional: no report names it'}
          </span>
        </span>
        <span className="row-side">
          <Button
            small
            aria-expanded={open}
            aria-label={`${open ? 'Close' : 'Read'} ${showHidden(name)}, version ${version}`}
            onAct={() => setOpen(!open)}
          >
            {open ? 'Close' : 'Read'}
          </Button>
        </span>
      </div>
      {open && <ArtifactReader artifact={artifact} />}
    </li>
  );
}
