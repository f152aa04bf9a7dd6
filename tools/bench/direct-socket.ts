import type { BuiltWorker, WorkerOptions } from '../built-worker.ts'

/** Name of the entry point behind the direct socket. */
const socketEntry = 'socket'

const mainModule = 'direct-socket.mjs'

/** Converts a routing rule to a pattern: `*` matches anything, every other character itself. */
const toPattern = (rule: string) => rule.split('*').map(RegExp.escape).join('.*')

/** Returns a pattern of the URLs that the rules leave to the assets, without calling the Worker. */
export function assetUrls(rules: readonly string[]): RegExp {
  const paths = rules.filter((rule) => rule.startsWith('!')).map((rule) => toPattern(rule.slice(1)))
  return new RegExp(`^https?://[^/?]+(?:${paths.join('|')})(?:[?]|$)`)
}

/**
 * Source of the module behind the socket. The platform routes assets before it starts a Worker; here a test of the URL
 * does the same.
 */
const source = ({ main, assets }: BuiltWorker): string => `
  import worker from './${main}'
  export * from './${main}'
  export { default } from './${main}'
  const assetUrls = ${assetUrls(assets.run_worker_first)}
  export const ${socketEntry} = {
    fetch: (request, env, context) => (assetUrls.test(request.url) ? env.ASSETS : worker).fetch(request, env, context),
  }`

/**
 * A further entry point of the built Worker, on a port of its own. Its source is a function of the main module's name.
 */
export interface ExtraEntry {
  name: string
  port: number
  source: (main: string) => string
}

/** Returns a Worker that a port leads to directly, without Miniflare's own Workers. */
export const onDirectSocket = (worker: WorkerOptions, port: number): WorkerOptions => ({
  ...worker,
  dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port }] },
})

/** Returns the built Worker behind a direct socket, with the entry points that the bench adds. */
export function directPortal(
  worker: WorkerOptions,
  built: BuiltWorker,
  port: number,
  extra?: ExtraEntry,
): WorkerOptions {
  const { manifest } = worker.config
  if (!manifest) throw new Error('the built Worker has modules')
  const contents = source(built) + (extra?.source(built.main) ?? '')
  const modules = { ...manifest.modules, [mainModule]: { type: 'esm' as const, contents } }
  const sockets = [{ host: '127.0.0.1', port, entrypoint: socketEntry }]
  if (extra) sockets.push({ host: '127.0.0.1', port: extra.port, entrypoint: extra.name })
  return {
    config: { ...worker.config, manifest: { ...manifest, mainModule, modules } },
    dev: { unsafeDirectSockets: sockets },
  }
}
