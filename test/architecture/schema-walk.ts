/** Walks a JSON Schema as a schema: knows which keywords hold schemas, and that a `properties` map is not one. */
export type Schema = { readonly [keyword: string]: unknown };

/** They inform; they never decide whether a value is valid. */
const annotations = new Set(['title', 'description', 'examples']);

const maps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const singles = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']);

/** The schema without annotations. A property that happens to be called `title` stays. */
export function bare(schema: unknown): unknown {
  if (!isSchema(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !annotations.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, bareKeyword(keyword, value)]));
}

function bareKeyword(keyword: string, value: unknown): unknown {
  if (maps.has(keyword) && isSchema(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bare(inner)]));
  }
  if (lists.has(keyword) && Array.isArray(value)) return value.map(bare);
  return singles.has(keyword) ? bare(value) : value;
}

export interface Property {
  /** Names joined by `/`; an item of a list is `*`. */
  readonly path: string;
  readonly schema: Schema;
}

/** Every property that the schema names, however deep. */
export function propertiesIn(schema: unknown, path = ''): Property[] {
  if (!isSchema(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (maps.has(keyword) && isSchema(value)) {
      return Object.entries(value).flatMap(([name, inner]) => {
        const here = `${path}/${name}`;
        return [{ path: here, schema: inner as Schema }, ...propertiesIn(inner, here)];
      });
    }
    if (lists.has(keyword) && Array.isArray(value)) return value.flatMap((inner) => propertiesIn(inner, path));
    return singles.has(keyword) ? propertiesIn(value, keyword === 'items' ? `${path}/*` : path) : [];
  });
}

/** Every string in it, keys too. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (!isSchema(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsIn(inner)]);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
