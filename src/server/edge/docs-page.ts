import type { OpenApi, Operation, Schema } from './openapi.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const stylesheet = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e7e9ec); --soft: light-dark(#59616b, #a2abb6);
  --ground: light-dark(#fff, #14171b); --panel: light-dark(#f5f6f8, #1c2026); --line: light-dark(#dfe3e8, #2d333b);
  --read: light-dark(#0b6b3a, #6fd39b); --write: light-dark(#8a4b00, #f0b36a); --remove: light-dark(#a3152a, #ff8f9d) }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
header, main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem }
header { padding-bottom: 0 }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; letter-spacing: -.02em }
h2 { margin: 3rem 0 1rem; font-size: 1.3rem }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: 1rem }
a { color: inherit; text-underline-offset: .2em }
article { padding: 1rem 1.25rem; margin: .75rem 0; background: var(--panel); border: 1px solid var(--line); border-radius: .6rem }
h3 { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
h3 a { text-decoration: none }
.get { color: var(--read) } .post, .put { color: var(--write) } .delete { color: var(--remove) }
p { margin: .4rem 0; max-width: 60rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0 0; font-size: .9rem }
dt { color: var(--soft) } dd { margin: 0; min-width: 0 }
code { font: .85rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem } }
`

const indented = (text: string) => text.replaceAll('\n', '\n  ')

function objectShape({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOf(schema)}`,
  )
  if (fields.length > 0) return `{\n  ${fields.map(indented).join('\n  ')}\n}`
  return typeof additionalProperties === 'object' ? `{ [key]: ${shapeOf(additionalProperties)} }` : '{}'
}

/** Formats a schema in the notation of TypeScript. */
function shapeOf(schema: unknown): string {
  const at = (typeof schema === 'object' && schema !== null ? schema : {}) as Schema
  const either = at.anyOf ?? at.oneOf
  if (either) return [...new Set(either.map(shapeOf))].join(' | ')
  if (at.enum) return at.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (at.const !== undefined) return JSON.stringify(at.const)
  if (at.type === 'array') return `${shapeOf(at.items)}[]`
  if (at.type === 'object') return objectShape(at)
  return at.format === 'date-time' || at.format === 'date' ? at.format : String(at.type ?? 'anything')
}

const cacheText = (rule: Operation['x-cache']) =>
  typeof rule === 'object'
    ? `shared by ${rule.audience} for ${rule.seconds} s, purged by ${rule.tags.join(', ')}`
    : rule === 'private'
      ? 'personal, revalidated by its own reader'
      : 'never kept'

const jsonOf = (content: Record<string, { schema: Schema }> | undefined) => Object.entries(content ?? {})[0]

function rowsOf(operation: Operation): [string, string][] {
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) => `${name}${required ? '' : '?'}: ${shapeOf(schema)} (${place})`,
  )
  const [type, body] = jsonOf(operation.requestBody?.content) ?? []
  const done = operation.responses['200'] as { content?: Record<string, { schema: Schema }> } | undefined
  const [, answer] = jsonOf(done?.content) ?? []
  return [
    ['Who', operation['x-who']],
    ['Kept', cacheText(operation['x-cache'])],
    ['Changes', operation['x-changes'].join(', ')],
    ['Feature', operation['x-feature'] ?? ''],
    ['Given', parameters.join('\n')],
    [type === 'multipart/form-data' ? 'Form' : 'Body', body ? shapeOf(body.schema) : ''],
    ['Answer', answer ? shapeOf(answer.schema) : done ? 'a file' : 'nothing (204)'],
  ]
}

function articleOf(path: string, method: string, operation: Operation): string {
  const rows = rowsOf(operation).filter(([, text]) => text !== '')
  const list = rows.map(([term, text]) => `<dt>${term}</dt><dd><code>${escaped(text)}</code></dd>`).join('')
  const id = operation.operationId
  const name = `<span class="${method}">${method.toUpperCase()}</span> <a href="#${id}">${escaped(path)}</a>`
  const summary = operation.summary ? `<p>${escaped(operation.summary)}</p>` : ''
  return `<article id="${id}"><h3>${name}</h3>${summary}<dl>${list}</dl></article>`
}

function sectionOf(slice: string, { paths }: OpenApi): string {
  const articles = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(slice))
      .map(([method, operation]) => articleOf(path, method, operation)),
  )
  return `<section><h2 id="${slice}">${slice}</h2>${articles.join('')}</section>`
}

/** Renders the OpenAPI document as one HTML page without scripts. */
export function renderDocsPage(document: OpenApi): string {
  const slices = document.tags.map(({ name }) => name)
  const links = slices.map((slice) => `<a href="#${slice}">${slice}</a>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Calls · ${document.info.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${stylesheet}</style></head>
<body><header><h1>The portal’s calls</h1><p>${escaped(document.info.description)}</p>
<p>The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p><nav aria-label="Nouns">${links}</nav></header>
<main>${slices.map((slice) => sectionOf(slice, document)).join('')}</main></body></html>`
}
