import { readBuilt, storageWorker, type WorkerOptions } from '../built-worker.ts'
import { onDirectSocket } from './direct-socket.ts'
import { targets } from './targets.ts'

/**
 * Source of the baseline: a Worker that fills as many bytes with a template string, without router, session, texts or
 * components.
 * By default it runs one or two plain queries in one round trip. With `same` it runs the portal's own queries, trip by
 * trip, which it has received by POST before.
 */
const source = `
const targets = ${JSON.stringify(targets.map(({ queries, isKept }) => ({ queries, isKept: isKept ?? false })))}
const text = (row) => Object.values(row).join(' ').replaceAll('<', '&lt;')
const told = new Map()
// A list that a row holds as JSON counts as rows too.
const listed = (value) => (typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value)
const rowsOf = (results) => results.flatMap((row) => [row, ...Object.values(row).map(listed).filter(Array.isArray).flat()])
const filled = (rows, bytes) => {
  const body = \`<!doctype html><html lang="sv"><title>Bare</title><main>\${rows.map((row) => \`<article><a href="/\${row.id}">\${text(row)}</a></article>\`).join('')}</main></html>\`
  return body.length < bytes ? body + ' '.repeat(bytes - body.length) : body.slice(0, bytes)
}
export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url)
    const target = searchParams.get('target')
    if (request.method === 'POST') {
      told.set(target, await request.json())
      return new Response(null, { status: 204 })
    }
    const bytes = Number(searchParams.get('bytes'))
    if (searchParams.has('same')) {
      const rows = []
      for (const trip of told.get(target)) {
        const asked = trip.map(({ text, values }) => env.DB.prepare(text).bind(...values))
        const answers = asked.length === 1 ? [await asked[0].all()] : await env.DB.batch(asked)
        for (const { results } of answers) rows.push(...rowsOf(results))
      }
      return new Response(filled(rows, bytes), { headers: { 'content-type': 'text/html; charset=utf-8' } })
    }
    const { queries, isKept } = targets[Number(target)]
    const values = [searchParams.get('session'), Number(searchParams.get('person'))]
    const ask = (query) => env.DB.prepare(query).bind(...values.slice(0, query.includes('?2') ? 2 : 1))
    const answers = queries.length > 0 ? await env.DB.batch(queries.map(ask)) : []
    if (isKept) {
      const kept = await caches.default.match(request)
      if (kept) return kept
    }
    const body = filled(answers.at(-1)?.results ?? [], bytes)
    const response = new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'max-age=3600' } })
    if (isKept) await caches.default.put(request, response.clone())
    return response
  },
}
`

/**
 * Returns the baseline on a port: a Worker that runs plain queries, or recorded ones of the portal, and fills as many
 * bytes.
 */
export const bareWorker = (port: number): WorkerOptions =>
  onDirectSocket(storageWorker(readBuilt(), 'bare', source), port)
