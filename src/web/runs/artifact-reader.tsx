import type { Artifact } from '../../core/run/artifact.ts';
import { Button } from '../parts/button.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { ErrorState, Loading } from '../parts/places.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { DiffView } from './diff-view.tsx';
import { useArtifact } from './use-artifact.ts';
import { grouped } from './words.ts';

type ReaderProps = { readonly artifact: Pick<Artifact, 'id' | 'mediaType'> };

/** An artifact's text, page by page. It is data from an agent: rendered safely, never obeyed. */
export function ArtifactReader({ artifact }: ReaderProps) {
  const { id, mediaType } = artifact;
  const { text, characters, refusal, reading, whole, more } = useArtifact(id, mediaType === 'text/x-diff' ? 16 : 1);
  if (text === '' && reading) return <Loading what="the artifact" />;
  if (text === '' && refusal) return <ErrorState refusal={refusal} retry={more} />;
  return (
    <div className="reader">
      {text === '' ? <p className="quiet">It is empty.</p> : <Body mediaType={mediaType} text={text} whole={whole} />}
      {refusal && <ErrorState title="The next page could not be read" refusal={refusal} retry={more} />}
      {!whole && (
        <div className="buttons">
          <Button small busy={reading} onAct={more}>
            Read on
          </Button>
          <span className="quiet small">
            some {grouped(text.length)} of {grouped(characters)} characters
          </span>
        </div>
      )}
    </div>
  );
}

interface BodyProps {
  readonly mediaType: Artifact['mediaType'];
  readonly text: string;
  readonly whole: boolean;
}

function Body({ mediaType, text, whole }: BodyProps) {
  if (mediaType === 'text/markdown') return <Markdown>{text}</Markdown>;
  if (mediaType === 'text/x-diff') return <DiffView text={text} whole={whole} />;
  return (
    <pre className="json reader-text">
      <PlainText>{mediaType === 'application/json' && whole ? indented(text) : text}</PlainText>
    </pre>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2) ?? text;
  } catch {
    return text;
  }
}
