import { z } from 'zod'
import type { StandInAccount } from './account.ts'
import { json, type Route } from './call.ts'

const CreateRecord = z.strictObject({
  type: z.literal('AAAA'),
  name: z.string(),
  content: z.literal('100::'),
  proxied: z.literal(true),
})

/** Calls for zones, DNS records, routes and custom domains. */
export const domainRoutes = (account: StandInAccount): Route[] => [
  {
    method: 'GET',
    path: /^\/zones$/,
    answer: ({ query }) => ({ result: account.zones.filter(({ name }) => name === query.get('name')) }),
  },
  {
    method: 'GET',
    path: /^\/zones\/([^/]+)\/dns_records$/,
    answer: ({ query }, [zone]) => ({
      result: account.records.filter((record) => record.zone === zone && record.name === query.get('name')),
    }),
  },
  {
    method: 'POST',
    path: /^\/zones\/([^/]+)\/dns_records$/,
    answer: (call, [zone = '']) => {
      const record = json(CreateRecord, call)
      account.records.push({ zone, name: record.name, proxied: record.proxied })
      return { result: record }
    },
  },
  {
    method: 'GET',
    path: /^\/zones\/([^/]+)\/workers\/routes$/,
    answer: () => ({ result: account.routes.map((pattern) => ({ id: pattern, pattern, script: account.script })) }),
  },
  {
    method: 'GET',
    path: /^\/workers\/domains$/,
    answer: () => ({
      result: account.domains.map((hostname) => ({ id: hostname, hostname, service: account.script })),
    }),
  },
  {
    method: 'PUT',
    path: /^\/workers\/scripts\/([^/]+)\/routes$/,
    answer: (call, [script = '']) => {
      account.script = script
      account.routes = json(z.array(z.looseObject({ pattern: z.string() })), call).map(({ pattern }) => pattern)
      return { result: account.routes.map((pattern) => ({ pattern })) }
    },
  },
  {
    method: 'POST',
    path: /^\/workers\/scripts\/([^/]+)\/domains\/changeset$/,
    answer: (call) => {
      const domains = json(z.array(z.looseObject({ hostname: z.string() })), call)
      const added = domains.filter(({ hostname }) => !account.domains.includes(hostname))
      return { result: { added, removed: [], updated: [], conflicting: [] } }
    },
  },
  {
    method: 'PUT',
    path: /^\/workers\/scripts\/([^/]+)\/domains\/records$/,
    answer: (call) => {
      const { origins } = json(z.looseObject({ origins: z.array(z.looseObject({ hostname: z.string() })) }), call)
      account.domains = origins.map(({ hostname }) => hostname)
      return { result: null }
    },
  },
]
