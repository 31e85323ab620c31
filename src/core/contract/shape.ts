/**
 * The given schema of `tandem_start` as data: what a contract may hold is read from it and said nowhere else. It owns which
 * keys are known, what a left-out one means and how long a text may be; it never judges types, the edge does.
 */
import given from '../../../contracts/tandem_start.input.json' with { type: 'json' };

/** The part of JSON Schema that the given file uses and this folder reads. */
export interface Shape {
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly patternProperties?: Readonly<Record<string, Shape>> | undefined;
  readonly propertyNames?: Shape | undefined;
  readonly items?: Shape | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly required?: readonly string[] | undefined;
  readonly type?: string | undefined;
  readonly default?: unknown;
  /** In code points. */
  readonly maxLength?: number | undefined;
  readonly maxItems?: number | undefined;
}

export const startShape: Shape = given;
export const contractShape: Shape = solid(given.properties.contract);

/** "Something or null" is written as `anyOf`: the something. */
export function solid(shape: Shape): Shape {
  return shape.anyOf?.find(({ type }) => type !== 'null') ?? shape;
}

/** The shape behind a key, or undefined for a key that the schema does not know. */
export function shapeOf(shape: Shape, key: string): Shape | undefined {
  if (shape.properties && Object.hasOwn(shape.properties, key)) return shape.properties[key];
  const patterns = Object.entries(shape.patternProperties ?? {});
  return patterns.find(([pattern]) => new RegExp(pattern, 'u').test(key))?.[1];
}
