import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contracts } from '../../src/server/api/contracts.ts'
import { createOpenApi } from '../../src/server/openapi/openapi.ts'
import { root } from '../local-portal.ts'
import { type Schema, toType } from './to-type.ts'

/** Path of the generated types. */
export const typesPath = join(root, 'docs/running/client/calls.ts')

interface Operation {
  summary?: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  'x-integration'?: object
}

function parametersOf({ parameters }: Operation, place: 'path' | 'query'): string | null {
  const own = parameters.filter((parameter) => parameter.in === place)
  if (own.length === 0) return null
  const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]))
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name)
  return toType({ type: 'object', properties, required })
}

const jsonOf = (content?: Record<string, { schema: Schema }>) => content?.['application/json']?.schema

/** Returns the member of the type `Calls` that describes one call. */
function toCall(name: string, operation: Operation): string {
  const path = parametersOf(operation, 'path')
  const query = parametersOf(operation, 'query')
  const body = jsonOf(operation.requestBody?.content)
  const reply = jsonOf(operation.responses['200']?.content)
  const fields = [
    ...(path ? [`path: ${path}`] : []),
    ...(query ? [`query?: ${query}`] : []),
    ...(body ? [`body: ${toType(body)}`] : []),
    `reply: ${reply ? toType(reply) : 'undefined'}`,
  ]
  return `/** ${operation.summary ?? ''} */\n'${name}': {\n${fields.join('\n')}\n}`
}

/** Lists the calls that are open to integration accounts, by name and in alphabetical order. */
function listCalls(): [string, Operation][] {
  // The document has the shape of OpenAPI, of which this file reads a part.
  const paths = createOpenApi(contracts).paths as unknown as Record<string, Record<string, Operation>>
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    )
    .filter(([, operation]) => operation['x-integration'])
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Formats TypeScript as the repository does. */
function format(text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = { input: text, encoding: 'utf8', cwd: root } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${typesPath}`],
    options,
  )
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/**
 * Generates the types of the calls that are open to integration accounts, from the OpenAPI document of the contracts.
 */
export const generateTypes = (): string =>
  format(`// Generated from the contracts by \`npm run client\`; changes are overwritten.

/** Calls that are open to integration accounts. Dates are text: \`yyyy-MM-dd\`, and ISO 8601 for moments. */
export interface Calls {
${listCalls()
  .map(([name, operation]) => toCall(name, operation))
  .join('\n')}
}
`)

if (import.meta.main) writeFileSync(typesPath, generateTypes())
