import { targets } from './targets.ts'

/**
 * The yardstick: a Worker that asks the same one or two questions in one round trip and fills as many bytes by a
 * template string. No router, no session, no texts, no components.
 */
const source = `
const targets = ${JSON.stringify(targets.map(({ queries, isKept }) => ({ queries, isKept: isKept ?? false })))}
const text = (row) => Object.values(row).join(' ').replaceAll('<', '&lt;')
const filled = (rows, bytes) => {
  const body = \`<!doctype html><html lang="sv"><title>Bare</title><main>\${rows.map((row) => \`<article><a href="/\${row.id}">\${text(row)}</a></article>\`).join('')}</main></html>\`
  return body.length < bytes ? body + ' '.repeat(bytes - body.length) : body.slice(0, bytes)
}
export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url)
    const { queries, isKept } = targets[Number(searchParams.get('target'))]
    const values = [searchParams.get('session'), Number(searchParams.get('person'))]
    const ask = (query) => env.DB.prepare(query).bind(...values.slice(0, query.includes('?2') ? 2 : 1))
    const answers = await env.DB.batch(queries.map(ask))
    if (isKept) {
      const kept = await caches.default.match(request)
      if (kept) return kept
    }
    const body = filled(answers.at(-1).results, Number(searchParams.get('bytes')))
    const response = new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'max-age=3600' } })
    if (isKept) await caches.default.put(request, response.clone())
    return response
  },
}
`

export const bareWorker = (port: number) => ({
  name: 'bare',
  modules: true,
  script: source,
  unsafeDirectSockets: [{ host: '127.0.0.1', port }],
})
