/** An import cut into pieces that are stored one by one, and put together again. */
import type { State } from '../state/state.ts';
import type { ImportedTask, ImportLoss, ImportPart, ImportRecord } from './import.ts';

export interface Piece {
  readonly tasks: readonly ImportedTask[];
  readonly losses: readonly ImportLoss[];
}

/** Of one transaction. Rows cost by their number and by their length; more of either stalls the event loop. */
const PIECE = { rows: 500, characters: 500_000 } as const;

/** At least one, for an import without tasks is still a report. */
export function piecesOf({ tasks, losses }: Piece): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const some of cutBySize(tasks, charactersOfTask)) pieces.push({ tasks: some, losses: [] });
  for (const some of cutBySize(losses, charactersOfLoss)) pieces.push({ tasks: [], losses: some });
  return pieces.length > 0 ? pieces : [{ tasks: [], losses: [] }];
}

/** In order; one item that is too long alone is a piece of its own. */
export function* cutBySize<T>(items: Iterable<T>, charactersOf: (item: T) => number): Generator<readonly T[]> {
  let piece: T[] = [];
  let characters = 0;
  for (const item of items) {
    const length = charactersOf(item);
    if (piece.length === PIECE.rows || (piece.length > 0 && characters + length > PIECE.characters)) {
      yield piece;
      piece = [];
      characters = 0;
    }
    piece.push(item);
    characters += length;
  }
  if (piece.length > 0) yield piece;
}

/** Without the names of its fields, which are the same for each. */
export function charactersOfTask({
  sourceId,
  title,
  description,
  tags,
  dependsOnSourceIds,
  checklist,
}: ImportedTask): number {
  let characters = sourceId.length + title.length + description.length;
  for (const text of tags) characters += text.length;
  for (const text of dependsOnSourceIds) characters += text.length;
  for (const { text } of checklist) characters += text.length;
  return characters;
}

function charactersOfLoss({ file, field, message }: ImportLoss): number {
  return file.length + field.length + message.length;
}

export function charactersOf({ tasks, losses }: Piece): number {
  let characters = 0;
  for (const task of tasks) characters += charactersOfTask(task);
  for (const loss of losses) characters += charactersOfLoss(loss);
  return characters;
}

export function partId(importId: string, number: number): string {
  return `${importId}.${number}`;
}

export function partsOf(state: State, { id, partCount }: ImportRecord): readonly ImportPart[] {
  const parts: ImportPart[] = [];
  for (let number = 1; number <= partCount; number += 1) {
    const part = state.tables.import_part.get(partId(id, number));
    if (part) parts.push(part);
  }
  return parts;
}
