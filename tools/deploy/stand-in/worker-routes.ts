import { z } from 'zod'
import type { StandInAccount } from './account.ts'
import { type Call, json, notFound, type Route } from './call.ts'

const Binding = z.looseObject({ name: z.string(), type: z.string(), text: z.string().optional() })
const Metadata = z.looseObject({
  main_module: z.string(),
  bindings: z.array(Binding),
  annotations: z.record(z.string(), z.string()).optional(),
})

/** Reads an uploaded Worker: its metadata, the names of its modules, and the secrets among the bindings. */
async function readUpload({ headers, body }: Call) {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const metadata = Metadata.parse(JSON.parse(String(form.get('metadata'))))
  const modules = [...form.keys()].filter((name) => name !== 'metadata')
  if (!modules.includes(metadata.main_module)) throw new Error(`${metadata.main_module} was not uploaded`)
  return { metadata, modules }
}

/** Creates a version of an uploaded Worker, which answers all requests from then on. */
function addVersion(account: StandInAccount, { metadata, modules }: Awaited<ReturnType<typeof readUpload>>) {
  for (const { name, type, text } of metadata.bindings) if (type === 'secret_text') account.secrets[name] = text ?? ''
  const tag = metadata.annotations?.['workers/tag'] ?? null
  const version = { id: crypto.randomUUID(), tag, metadata, modules }
  account.versions.push(version)
  return version
}

/** Calls for the Worker: upload, versions, deployments, secrets and schedules. */
export const workerRoutes = (account: StandInAccount): Route[] => [
  {
    method: 'GET',
    path: /^\/workers\/services\/([^/]+)$/,
    answer: () =>
      account.versions.length === 0
        ? { status: 404, code: 10090, message: 'workers.api.error.service_not_found' }
        : {
            result: { default_environment: { environment: 'production', script: { last_deployed_from: 'wrangler' } } },
          },
  },
  {
    method: 'GET',
    path: /^\/workers\/workers\/([^/]+)$/,
    answer: (_call, [name]) => ({ result: { id: name, name, subdomain: { enabled: false, previews_enabled: false } } }),
  },
  {
    method: 'GET',
    path: /^\/workers\/scripts\/([^/]+)\/settings$/,
    answer: () => (account.versions.length === 0 ? notFound : { result: { bindings: [], migration_tag: 'v1' } }),
  },
  {
    method: 'GET',
    path: /^\/workers\/scripts\/([^/]+)\/secrets$/,
    answer: () =>
      account.versions.length === 0
        ? notFound
        : { result: Object.keys(account.secrets).map((name) => ({ name, type: 'secret_text' })) },
  },
  {
    method: 'GET',
    path: /^\/workers\/scripts\/([^/]+)\/deployments$/,
    answer: () =>
      account.versions.length === 0
        ? notFound
        : {
            result: {
              deployments: account.versions
                .toReversed()
                .map(({ id }) => ({ id, versions: [{ version_id: id, percentage: 100 }] })),
            },
          },
  },
  {
    method: 'POST',
    path: /^\/workers\/scripts\/([^/]+)\/deployments$/,
    answer: (call) => {
      const { versions } = json(z.looseObject({ versions: z.array(z.looseObject({ version_id: z.string() })) }), call)
      const again = account.versions.find(({ id }) => id === versions[0]?.version_id)
      if (!again) return notFound
      account.versions.push(again)
      return { result: { id: crypto.randomUUID() } }
    },
  },
  {
    method: 'GET',
    path: /^\/workers\/scripts\/([^/]+)\/versions\/([^/]+)$/,
    answer: (_call, [, id = '']) => {
      const found = account.versions.find((version) => version.id === id)
      if (!found) return notFound
      const resources = { bindings: [], script: {}, script_runtime: {} }
      return { result: { id, annotations: { 'workers/tag': found.tag }, metadata: {}, resources } }
    },
  },
  {
    method: 'POST',
    path: /^\/workers\/scripts\/([^/]+)\/assets-upload-session$/,
    answer: (call) => {
      const { manifest } = json(
        z.looseObject({ manifest: z.record(z.string(), z.looseObject({ hash: z.string() })) }),
        call,
      )
      account.assets = Object.keys(manifest)
      // No buckets: the service has all files already, and answers with the token for the upload of the Worker.
      return { result: { jwt: 'completion-token', buckets: [] } }
    },
  },
  {
    method: 'PUT',
    path: /^\/workers\/scripts\/([^/]+)$/,
    answer: async (call) => {
      const version = addVersion(account, await readUpload(call))
      return { result: { id: 'worker', deployment_id: version.id, startup_time_ms: 10 } }
    },
  },
  {
    method: 'PUT',
    path: /^\/workers\/scripts\/([^/]+)\/schedules$/,
    answer: (call) => {
      account.schedules = json(z.array(z.strictObject({ cron: z.string() })), call).map(({ cron }) => cron)
      return { result: { schedules: [] } }
    },
  },
  {
    method: 'GET',
    path: /^\/workers\/scripts\/([^/]+)\/schedules$/,
    answer: () =>
      account.versions.length === 0 ? notFound : { result: { schedules: account.schedules.map((cron) => ({ cron })) } },
  },
  {
    method: 'POST',
    path: /^\/workers\/scripts\/([^/]+)\/subdomain$/,
    answer: (call) => ({ result: json(z.looseObject({ enabled: z.literal(false) }), call) }),
  },
  {
    method: 'GET',
    path: /^\/workers\/scripts\/([^/]+)\/subdomain$/,
    answer: () => ({ result: { enabled: false, previews_enabled: false } }),
  },
]
