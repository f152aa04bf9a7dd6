import ts from 'typescript'
import type { Source } from './sources.ts'

/** A table, subquery or table-valued function that a `sql` template reads, and the name it has there. */
export interface TableReference {
  path: string
  line: number
  /** Name of the function whose caller's SQL is interpolated into the template; null when there is none. */
  condition: string | null
  /** Alias of the table; null when it is read without one. */
  alias: string | null
}

const keywords = new Set(
  `where on join left inner cross outer order group limit union except intersect set as and or not in is null then else when
   end case from select values having using window default returning do natural full right between exists asc desc over`.split(
    /\s+/,
  ),
)
const isName = (word: string | undefined): word is string => word !== undefined && !keywords.has(word.toLowerCase())

/** Placeholders in a template's text: an interpolated value and a parenthesis. */
const value = '§'
const parenthesis = '¤'

const textOf = (template: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map(({ literal }) => value + literal.text).join('')

/** Yields the text inside each parenthesis, innermost first, and finally the text around all of them. */
function* levelsOf(text: string): Generator<string> {
  const innermost = /\(([^()]*)\)/
  let rest = text.replace(/'[^']*'/g, "''")
  for (let found = innermost.exec(rest); found; found = innermost.exec(rest)) {
    yield found[1] ?? ''
    rest = `${rest.slice(0, found.index)}${parenthesis}${rest.slice(found.index + found[0].length)}`
  }
  yield rest.replace(/[()]/g, ' ; ')
}

const table = `[a-z_]\\w*${parenthesis}?|${value}${parenthesis}?|${parenthesis}`
const firstSource = new RegExp(`\\b(?:from|join)\\s+(${table})(?:\\s+(?:as\\s+)?([a-z_]\\w*))?`, 'gi')
const furtherSource = new RegExp(`,\\s*(?:${table})\\s+(?:as\\s+)?([a-z_]\\w*)`, 'gi')
const fromClause = /\bfrom\b(.*?)(?:\bwhere\b|\border by\b|\bgroup by\b|$)/is

/** Yields the aliases that a template declares; null for a table that is read under its own name. */
function* aliasesIn(text: string): Generator<string | null> {
  for (const level of levelsOf(text)) {
    for (const [, read = '', alias] of level.matchAll(firstSource)) {
      if (isName(alias)) yield alias
      else if (/^[a-z_]\w*$/i.test(read) && isName(read)) yield null
    }
    for (const [, alias] of (fromClause.exec(level)?.[1] ?? '').matchAll(furtherSource)) if (isName(alias)) yield alias
  }
}

const mentionsSql = (text: string) => /\b(SQL|AnyColumn|SQLWrapper)\b/.test(text)

/**
 * True when the name of a parameter says that it holds a column or a value: `userId`, `completedAt`. Other parameters
 * hold a predicate, a query or a table (`condition`, `wanted`), written for the row that the template reads.
 */
const isColumn = (name: string) => /(Id|At|On|Key)$|^column$/.test(name)

const declaration = /\b(interface|type)\s+(\w+)(?:<[^>]*>)?\s*(?:=|extends[^{]*|)\s*(\{[\s\S]*?\n\}|[^\n]*)/g

/**
 * True when a type may hold a column: `type PersonId = number | SQL`, or an interface with a field such as `userId:
 * PersonId`.
 */
function holdsColumn(kind: string, body: string, known: ReadonlySet<string>): boolean {
  const isSql = (type: string) => mentionsSql(type) || (type.match(/\w+/g) ?? []).some((name) => known.has(name))
  if (kind === 'type' && !body.startsWith('{')) return isSql(body)
  return [...body.matchAll(/(\w+)\??:\s*([^\n,}]+)/g)].some(([, name = '', type = '']) => isColumn(name) && isSql(type))
}

/** Maps each file to its types that may hold a caller's columns. */
export function columnTypesIn(sources: readonly Source[]): Map<string, Set<string>> {
  return new Map(
    sources.map(({ path, text }) => {
      const names = new Set<string>()
      for (const [, kind = '', name = '', body = ''] of text.matchAll(declaration))
        if (holdsColumn(kind, body, names)) names.add(name)
      return [path, names]
    }),
  )
}

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression
const isFunctionNode = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node)

const nameOf = (node: FunctionNode, file: ts.SourceFile): string => {
  if (node.name) return node.name.getText(file)
  const { parent } = node
  return parent && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))
    ? parent.name.getText(file)
    : 'a function'
}

const isSqlTag = (node: ts.Node, file: ts.SourceFile): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === 'sql'

type TakesSql = (type: string) => boolean

/** Lists the parameters of a function, destructured ones included, through which a caller passes columns. */
const columnParametersOf = (node: FunctionNode, file: ts.SourceFile, takesSql: TakesSql): string[] =>
  node.parameters.flatMap(({ name, type }) => {
    const written = type?.getText(file) ?? ''
    if (!takesSql(written)) return []
    if (!ts.isIdentifier(name)) return (name.getText(file).match(/\w+/g) ?? []).filter(isColumn)
    return !mentionsSql(written) || isColumn(name.text) ? [name.text] : []
  })

const interpolates = (template: ts.TemplateLiteral, names: readonly string[], file: ts.SourceFile): boolean =>
  ts.isTemplateExpression(template) &&
  template.templateSpans.some(({ expression }) => {
    const words = new Set(expression.getText(file).match(/\w+/g))
    return names.some((name) => words.has(name))
  })

interface Condition {
  name: string
  parameters: string[]
}

/**
 * Lists the table references in the file's `sql` templates, with the function whose caller's SQL each template
 * contains.
 */
export function tableReferencesIn({ path, text }: Source, isSqlType: (name: string) => boolean): TableReference[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: TableReference[] = []
  const takesSql = (type: string) => mentionsSql(type) || (type.match(/\w+/g) ?? []).some(isSqlType)
  const visit = (node: ts.Node, holders: Condition[]) => {
    const parameters = isFunctionNode(node) ? columnParametersOf(node, file, takesSql) : []
    const inside =
      isFunctionNode(node) && parameters.length > 0 ? [...holders, { name: nameOf(node, file), parameters }] : holders
    if (isSqlTag(node, file)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      const condition = inside.find((one) => interpolates(node.template, one.parameters, file))?.name ?? null
      for (const alias of aliasesIn(textOf(node.template))) found.push({ path, line, condition, alias })
    }
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(file, [])
  return found
}

/**
 * Name of a function that combines a caller's columns with the same caller's `from` clause, and reads no table itself.
 */
const insertFrom = 'insertFrom'

/**
 * A template is a whole query, whose aliases belong to it. One in parentheses may read columns of the query around it.
 */
const isQuery = (template: ts.TemplateLiteral): boolean => /^\s*select\b/i.test(textOf(template))

/** Lists columns such as `r.user_id` of a template, under an alias of one letter that the template does not declare. */
function shortColumnsOf(template: ts.TemplateLiteral): string[] {
  const text = textOf(template)
  const declared = new Set(aliasesIn(text))
  const written = text.replace(/'[^']*'/g, "''").matchAll(/(?<![\w.])([a-z])\.\w+/g)
  return [...written].flatMap(([column, alias = '']) => (declared.has(alias) ? [] : [column]))
}

/**
 * Lists columns such as `r.user_id`, under an alias of one letter, that a file passes to a function of another file.
 * They stand alone or inside a longer template.
 */
export function shortColumnsIn({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imported = new Set<string>()
  const found: string[] = []
  const visit = (node: ts.Node, isHandedOver: boolean) => {
    if (ts.isImportSpecifier(node)) imported.add(node.name.text)
    const isWhole = isFunctionNode(node) || (isSqlTag(node, file) && isQuery(node.template))
    if (isHandedOver && !isWhole && isSqlTag(node, file)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
      for (const column of shortColumnsOf(node.template)) found.push(`${path}:${line} hands over ${column}`)
    }
    const called = ts.isCallExpression(node) ? node.expression.getText(file) : ''
    const isCall = called !== insertFrom && imported.has(called)
    ts.forEachChild(node, (child) =>
      visit(child, (isHandedOver && !isWhole) || (isCall && ts.isCallExpression(node) && child !== node.expression)),
    )
  }
  visit(file, false)
  return found
}
