import { useCallback, useEffect, useRef, useState } from 'react';
import type { Refusal, Result } from '../../kit/result.ts';
import type { Api } from '../data/api.ts';
import { useApi } from '../data/use-live.ts';

export interface ArtifactText {
  readonly text: string;
  readonly characters: number;
  readonly refusal: Refusal | null;
  readonly reading: boolean;
  /** Everything is there. */
  readonly whole: boolean;
  readonly more: () => void;
}

/** Characters of a page; the operation gives no more. */
const PAGE = 16_000;

interface Held {
  readonly of: string;
  readonly text: string;
  readonly characters: number;
  /** Null = the end. */
  readonly next: number | null;
}

const start = (of: string): Held => ({ of, text: '', characters: 0, next: 0 });

/** The text of an artifact, a page at a time; `eager` is how many pages are read unasked. Key the caller by the artifact. */
export function useArtifact(artifactId: string, eager = 1): ArtifactText {
  const api = useApi();
  const [held, setHeld] = useState(() => start(artifactId));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [wanted, setWanted] = useState(eager);
  const [reading, setReading] = useState(true);
  const latest = useRef(held);

  useEffect(() => {
    const stop = new AbortController();
    setReading(true);
    const lacks = () => latest.current.next !== null && latest.current.text.length < wanted * PAGE;
    const read = async () => {
      while (lacks()) {
        const answer = await readPage(api, latest.current, stop.signal);
        if (stop.signal.aborted) return;
        setRefusal(answer.ok ? null : answer.refusal);
        if (!answer.ok) break;
        latest.current = answer.value;
        setHeld(answer.value);
      }
      setReading(false);
    };
    void read();
    return () => stop.abort();
  }, [api, wanted]);

  const more = useCallback(() => setWanted(Math.ceil(latest.current.text.length / PAGE) + 1), []);
  const { text, characters, next } = latest.current;
  return { text, characters, refusal, reading, whole: next === null, more };
}

async function readPage(api: Api, { of, text, next }: Held, signal: AbortSignal): Promise<Result<Held>> {
  const input = { artifact_id: of, offset: next ?? 0, max_characters: PAGE };
  const answer = await api.call('tandem_read_artifact', input, { signal });
  if (!answer.ok) return answer;
  const { content, characters, next_offset } = answer.value;
  return { ok: true, value: { of, text: text + content, characters, next: next_offset } };
}
