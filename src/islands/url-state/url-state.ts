import { unchecked } from '../../unchecked.ts'

/** Reads and writes one parameter of a URL. */
export interface Param<Value> {
  /** The name in the URL; without one, the name of the property. */
  name?: string | undefined
  /** Returns undefined when the URL holds no usable text, so that the default applies. */
  parse: (texts: readonly string[]) => Value | undefined
  fallback: Value
  /** One text for each occurrence. Without it, every value but the fallback and null is written, and true as 1. */
  format?: (value: Value) => readonly string[]
}

interface AnyParam extends Pick<Param<unknown>, 'name' | 'parse' | 'fallback'> {
  format?: (value: never) => readonly string[]
}

type StateOf<Params> = { [Key in keyof Params]: Params[Key] extends Param<infer Value> ? Value : never }

/** State that a URL description reads and writes. */
export type UrlStateOf<Url extends { parse: (from: URL) => unknown }> = ReturnType<Url['parse']>

function formatParam({ format, fallback }: AnyParam, value: unknown): readonly string[] {
  // A state has for each key a value of its parameter.
  if (format) return format(unchecked<never>(value))
  if (Array.isArray(value)) return value.map(String)
  return value === fallback || value === null ? [] : [value === true ? '1' : String(value)]
}

/**
 * Describes the filters of a screen in its URL. Parameters are written in the order of `params`, after those of the
 * path. Unusable parameters are ignored rather than refused, since URLs are edited by hand and outlive what they refer
 * to.
 *
 * `parse` reads a state; a missing or unusable parameter gets its value in `defaults`, which wins over the parameter's
 * own fallback. `href` returns `path` and the query of a state with changes applied; `pairs` lists its parameters. Both
 * leave out null and values that equal the fallback, unless the parameter formats itself.
 */
export function urlState<Params extends Record<string, AnyParam>>(path: string, params: Params) {
  type State = StateOf<Params>
  const all = Object.entries(params)

  const parse = (from: URL | URLSearchParams, defaults: Partial<State> = {}): State => {
    const search = 'searchParams' in from ? from.searchParams : from
    const values = all.map(([key, { name = key, parse, fallback }]) => [
      key,
      parse(search.getAll(name)) ?? defaults[key] ?? fallback,
    ])
    // Each value was made by the parameter of its key.
    return Object.fromEntries(values) as State
  }

  /** Returns the parameters of a state, without those of the path. */
  const pairs = (state: State) =>
    all.flatMap(([key, param]) =>
      formatParam(param, state[key]).map((text): [string, string] => [param.name ?? key, text]),
    )

  const href = (state: State, changes?: Partial<State>): string => {
    const search = new URLSearchParams(pairs({ ...state, ...changes }))
    return search.size > 0 ? path + (path.includes('?') ? '&' : '?') + search : path
  }

  return { path, parse, pairs, href }
}
