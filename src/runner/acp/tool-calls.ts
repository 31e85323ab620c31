/** What an agent does with its tools, gathered from the first notice and its updates. Keeps the last thousand calls. */
import { shown } from './bounded.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Call {
  readonly kind: string;
  readonly title: string;
  readonly status: string;
  readonly places: readonly string[];
  readonly input: string;
  readonly output: string;
}

const CALLS = 1000;
const PART = 2000;

export class ToolCalls {
  readonly #calls = new Map<string, Call>();

  /** The step to tell; null = nothing that a reader would notice. */
  take(update: Fields): { readonly text: string; readonly detail: unknown } | null {
    const id = shown(update.toolCallId, 200);
    const before = this.#calls.get(id);
    const call = merged(before, update);
    this.#calls.set(id, call);
    if (this.#calls.size > CALLS) this.#forgetOldest();
    if (before !== undefined && !isNews(before, call)) return null;
    return { text: `${call.title || call.kind} (${call.status})`, detail: { id, ...call } };
  }

  #forgetOldest(): void {
    for (const id of this.#calls.keys()) {
      this.#calls.delete(id);
      return;
    }
  }
}

/** Its output alone, which grows piece by piece, is told with the end. */
function isNews(before: Call, now: Call): boolean {
  return before.status !== now.status || before.title !== now.title || (before.input === '' && now.input !== '');
}

function merged(before: Call | undefined, update: Fields): Call {
  const text = (name: string, length: number, fallback: string) =>
    typeof update[name] === 'string' ? shown(update[name], length) : fallback;
  const output = outputOf(update);
  return {
    kind: text('kind', 40, before?.kind ?? 'other'),
    title: text('title', 500, before?.title ?? ''),
    status: text('status', 40, before?.status ?? 'pending'),
    places: placesOf(update.locations) ?? before?.places ?? [],
    input: inputOf(update.rawInput) || (before?.input ?? ''),
    output: output || (before?.output ?? ''),
  };
}

function inputOf(raw: unknown): string {
  if (raw === undefined || raw === null) return '';
  const text = shown(raw, PART);
  // Some agents send an empty object first and the input later.
  return text === '{}' ? '' : text;
}

function placesOf(locations: unknown): readonly string[] | null {
  if (!Array.isArray(locations)) return null;
  return (locations as Fields[]).slice(0, 20).map((place) => shown(place?.path, 500));
}

function outputOf({ content, rawOutput }: Fields): string {
  if (Array.isArray(content) && content.length > 0) {
    return shown((content as Fields[]).slice(0, 20).map(contentText).join('\n'), PART);
  }
  return rawOutput === undefined || rawOutput === null ? '' : shown(rawOutput, PART);
}

function contentText(part: Fields): string {
  if (part?.type === 'diff') return `diff of ${shown(part.path, 500)}`;
  const { content } = part ?? {};
  const text = content !== null && typeof content === 'object' ? (content as Fields).text : undefined;
  return shown(text ?? '', PART);
}
