import ts from 'typescript'
import type { Source } from './sources.ts'

/** One binding whose whole name is a participle or a verb; lines count from 1. */
export interface ValueName {
  path: string
  line: number
  name: string
}

const refusedNames = new Set('asked asks gone heard held kept said says taken tells told wanted'.split(' '))
// Most files that hold one of the words hold it in a text or as a property, and need not be parsed.
const mayBind = new RegExp(`(?<![.'"\`\\w-])(?:${[...refusedNames].join('|')})\\s*(?:\\??:|[,)=\\]}]|of\\b)`)

/** Turns an Astro component into TSX with the same lines: the front matter as statements, the markup as a fragment. */
function toTsx(text: string): string {
  const [, script = '', markup = text] = /^---\n(.*?\n)---\n(.*)$/s.exec(text) ?? []
  return `\n${script};<>\n${markup}</>`
}

/** Whether the binding takes the name of a property, which the rule does not judge. */
const takesPropertyName = (node: ts.BindingElement): boolean =>
  ts.isObjectBindingPattern(node.parent) && node.propertyName === undefined

function getBoundName(node: ts.Node): ts.Identifier | null {
  if (ts.isBindingElement(node) && takesPropertyName(node)) return null
  const isBinding = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)
  return isBinding && ts.isIdentifier(node.name) ? node.name : null
}

/** Lists the variables and parameters of one file that are named by a bare participle or verb. */
export function findValueNames({ path, text }: Pick<Source, 'path' | 'text'>): ValueName[] {
  if (!mayBind.test(text)) return []
  const found: ValueName[] = []
  const code = path.endsWith('.astro') ? toTsx(text) : text
  const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind)
  const visit = (node: ts.Node): void => {
    const bound = getBoundName(node)
    if (bound && refusedNames.has(bound.text)) {
      const { line } = file.getLineAndCharacterOfPosition(bound.getStart())
      found.push({ path, line: line + 1, name: bound.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}
