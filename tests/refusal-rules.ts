import { isTest, resolveImport, type Source } from './sources.ts'

/** An exported function whose comment lacks refusals that the functions it calls declare. */
export interface UndeclaredRefusals {
  path: string
  name: string
  /** Each missing code, with the called function that declares it. */
  missing: string[]
}

interface Declaration {
  path: string
  name: string
  isExported: boolean
  comment: string
  body: string
}

const declaration = /((?:\/\*\*(?:(?!\*\/).)*\*\/\n)?)^(export )?(?:default )?(?:async )?(?:function\*?|const) (\w+)/gms
const namedImports = /^import \{([^}]*)\} from '([^']+)'/gm
const declaredCode = /Refused\('(\w+)'\)|(?<=@throws[^@]*)'(\w+)'/g
const thrownCode = /throw new Refused\('(\w+)'/g
const calledName = /(?<![.\w])(\w+)\(/g
const referredName = /`(\w+)`/g

const keyOf = (path: string, name: string): string => `${path}#${name}`

function declarationsIn({ path, text }: Source): Declaration[] {
  const found = [...text.matchAll(declaration)]
  return found.map((match, at) => {
    const [, comment = '', exported, name = ''] = match
    const body = text.slice(match.index + comment.length, found[at + 1]?.index)
    return { path, name, isExported: exported !== undefined, comment, body }
  })
}

/** Returns the keys of the functions that a file imports, by the name that it uses. */
function importsOf({ path, text }: Source): Map<string, string> {
  const keys = new Map<string, string>()
  for (const [, names = '', from = ''] of text.matchAll(namedImports)) {
    for (const part of names.split(',')) {
      const [name = '', local = name] = part.trim().split(' as ')
      keys.set(local, keyOf(resolveImport(path, from), name))
    }
  }
  return keys
}

const codesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, first, second]) => first ?? second ?? [])

/** The functions of the server, with the refusals that each one's comment declares. */
class Functions {
  readonly all: Declaration[]
  readonly #byKey: Map<string, Declaration>
  readonly #byName: Map<string, Declaration[]>
  readonly #imports: Map<string, Map<string, string>>

  constructor(sources: readonly Source[]) {
    this.all = sources.flatMap(declarationsIn)
    this.#byKey = new Map(this.all.map((one) => [keyOf(one.path, one.name), one]))
    this.#byName = Map.groupBy(this.all, ({ name }) => name)
    this.#imports = new Map(sources.map((source) => [source.path, importsOf(source)]))
  }

  /** Returns the codes that a comment declares, and those of the functions that its `@throws` name in backticks. */
  declared({ comment }: Declaration, seen = new Set<string>()): Set<string> {
    const codes = new Set(codesIn(comment, declaredCode))
    const [, ...refusals] = comment.split('@throws')
    for (const [, name = ''] of refusals.join(' ').matchAll(referredName)) {
      if (seen.has(name)) continue
      seen.add(name)
      for (const named of this.#byName.get(name) ?? []) for (const code of this.declared(named, seen)) codes.add(code)
    }
    return codes
  }

  /**
   * Returns the codes that a function can throw by its own `throw` and by the calls in it, each with its source. An
   * exported function counts by its comment, a private one by its body. A body with `catch` counts by its comment only.
   */
  thrown({ path, body }: Declaration, seen = new Set<string>()): Map<string, string> {
    const codes = new Map(codesIn(body, thrownCode).map((code) => [code, 'throw']))
    if (/\bcatch\b/.test(body)) return codes
    for (const [, name = ''] of body.matchAll(calledName)) {
      const called = this.#byKey.get(this.#imports.get(path)?.get(name) ?? keyOf(path, name))
      if (!called || seen.has(keyOf(called.path, name))) continue
      seen.add(keyOf(called.path, name))
      if (called.isExported) for (const code of this.declared(called)) codes.set(code, name)
      else for (const [code, from] of this.thrown(called, seen)) codes.set(code, from)
    }
    return codes
  }
}

const isTable = ({ path, name }: Declaration): boolean => path.endsWith('/routes.ts') || name === 'createApp'

/**
 * Lists the exported functions whose comments lack refusals of the functions they call. A table of routes is left out:
 * its contract declares them.
 */
export function findUndeclaredRefusals(sources: readonly Source[]): UndeclaredRefusals[] {
  const functions = new Functions(sources.filter(({ path }) => !isTest(path)))
  return functions.all
    .filter((one) => one.isExported && !isTable(one))
    .map((one) => {
      const declared = functions.declared(one)
      const missing = [...functions.thrown(one)].filter(([code]) => !declared.has(code))
      return { path: one.path, name: one.name, missing: missing.map(([code, from]) => `${code} of ${from}`) }
    })
    .filter(({ missing }) => missing.length > 0)
}
