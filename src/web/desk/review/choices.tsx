import { PlainText } from '../../parts/plain-text.tsx';

interface ChoicesProps {
  readonly legend: string;
  readonly chosen: readonly string[];
  readonly options: readonly { readonly id: string; readonly words: string }[];
  readonly set: (chosen: readonly string[]) => void;
  /** Their words are short: several stand on a line. */
  readonly short?: boolean;
}

/** Several of a list. Whatever is chosen but not offered any more stays, by its id, until it is unticked. */
export function Choices({ legend, chosen, options, set, short = false }: ChoicesProps) {
  const known = new Set(options.map(({ id }) => id));
  const all = [...options, ...chosen.filter((id) => !known.has(id)).map((id) => ({ id, words: id }))];
  if (all.length === 0) return null;
  return (
    <fieldset className="choices" data-short={short}>
      <legend className="field-label">{legend}</legend>
      {all.map(({ id, words }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() => set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
          />
          <span className="stored">
            <PlainText>{words}</PlainText>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
