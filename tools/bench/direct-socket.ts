import type { BuiltWorker, WorkerOptions } from '../built-worker.ts'

/** The name of the entry point that the direct socket leads to. */
const socketEntry = 'socket'

const mainModule = 'direct-socket.mjs'

/** A star of a rule matches anything; every other character matches itself. */
const toPattern = (rule: string) => rule.split('*').map(RegExp.escape).join('.*')

/** The URLs that the rules leave to the assets, without asking the Worker. */
export function assetUrls(rules: readonly string[]): RegExp {
  const paths = rules.filter((rule) => rule.startsWith('!')).map((rule) => toPattern(rule.slice(1)))
  return new RegExp(`^https?://[^/?]+(?:${paths.join('|')})(?:[?]|$)`)
}

/** The module behind the socket. The platform routes assets before it starts a Worker; here one look at the URL does the same. */
const source = ({ main, assets }: BuiltWorker): string => `
  import worker from './${main}'
  export * from './${main}'
  export { default } from './${main}'
  const assetUrls = ${assetUrls(assets.run_worker_first)}
  export const ${socketEntry} = {
    fetch: (request, env, context) => (assetUrls.test(request.url) ? env.ASSETS : worker).fetch(request, env, context),
  }`

/** A further entry point of the built Worker, on a port of its own. Its source receives the name of the main module. */
export interface ExtraEntry {
  name: string
  port: number
  source: (main: string) => string
}

/** A Worker that a port leads to directly, past Miniflare's own Workers. */
export const onDirectSocket = (worker: WorkerOptions, port: number): WorkerOptions => ({
  ...worker,
  dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port }] },
})

/** The built Worker behind a direct socket, with the entry points that the bench adds. */
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
