import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Consumer, type StandInAccount } from './account.ts'
import { json, notFound, type Route } from './call.ts'

const CreateDatabase = z.strictObject({ name: z.string(), jurisdiction: z.enum(['eu', 'fedramp']).optional() })
const CreateBucket = z.strictObject({ name: z.string() })
const CreateQueue = z.strictObject({ queue_name: z.string() })
const Query = z.object({ sql: z.string(), params: z.array(z.unknown()).optional() })

/** Calls for databases, buckets and queues. Statements run on SQLite. */
export const storageRoutes = (account: StandInAccount): Route[] => [
  {
    method: 'GET',
    path: /^\/d1\/database$/,
    answer: ({ query }) => ({
      result: account.databases
        .filter(({ name }) => !query.get('name') || name === query.get('name'))
        .map(({ content: _, ...row }) => row),
    }),
  },
  {
    method: 'POST',
    path: /^\/d1\/database$/,
    answer: (call) => {
      const { name, jurisdiction = null } = json(CreateDatabase, call)
      const row = { uuid: crypto.randomUUID(), name, jurisdiction, content: new DatabaseSync(':memory:') }
      account.databases.push(row)
      return { result: { uuid: row.uuid, name, jurisdiction } }
    },
  },
  {
    method: 'GET',
    path: /^\/d1\/database\/([^/]+)$/,
    answer: (_call, [id = '']) => {
      const found = account.databases.find(({ uuid, name }) => uuid === id || name === id)
      return found ? { result: { uuid: found.uuid, name: found.name, version: 'production' } } : notFound
    },
  },
  {
    method: 'GET',
    path: /^\/d1\/database\/([^/]+)\/time_travel\/bookmark$/,
    answer: () => ({ result: { bookmark: '0000-bookmark' } }),
  },
  {
    method: 'POST',
    path: /^\/d1\/database\/([^/]+)\/query$/,
    answer: (call, [id = '']) => {
      const database = account.databases.find(({ uuid }) => uuid === id)
      if (!database) return notFound
      const { sql } = json(Query, call)
      const isRead = /^\s*(select|pragma)\b/i.test(sql)
      const results = isRead ? database.content.prepare(sql).all() : []
      if (!isRead) database.content.exec(sql)
      return { result: [{ success: true, results, meta: {} }] }
    },
  },
  {
    method: 'GET',
    path: /^\/r2\/buckets\/([^/]+)$/,
    answer: ({ headers }, [name = '']) => {
      const place = headers['cf-r2-jurisdiction'] ?? 'default'
      const found = account.buckets.find((bucket) => bucket.name === name && bucket.jurisdiction === place)
      return found ? { result: found } : notFound
    },
  },
  {
    method: 'POST',
    path: /^\/r2\/buckets$/,
    answer: (call) => {
      const { name } = json(CreateBucket, call)
      account.buckets.push({ name, jurisdiction: String(call.headers['cf-r2-jurisdiction'] ?? 'default') })
      return { result: { name } }
    },
  },
  {
    method: 'GET',
    path: /^\/queues$/,
    answer: ({ query }) => ({
      result: account.queues.filter(
        ({ queue_name: name }) => !query.has('name') || query.getAll('name').includes(name),
      ),
    }),
  },
  {
    method: 'POST',
    path: /^\/queues$/,
    answer: (call) => {
      const queue = { queue_id: crypto.randomUUID(), queue_name: json(CreateQueue, call).queue_name, consumers: [] }
      account.queues.push(queue)
      return { result: queue }
    },
  },
  {
    method: 'GET',
    path: /^\/queues\/([^/]+)\/consumers$/,
    answer: (_call, [id = '']) => ({ result: account.queues.find(({ queue_id: own }) => own === id)?.consumers ?? [] }),
  },
  {
    method: 'POST',
    path: /^\/queues\/([^/]+)\/consumers$/,
    answer: (call, [id = '']) => {
      const consumerInput = json(Consumer, call)
      const consumer = {
        ...consumerInput,
        consumer_id: crypto.randomUUID(),
        service: consumerInput.script_name,
        environment: 'production',
      }
      if (!account.queues.some(({ queue_name: name }) => name === consumer.dead_letter_queue)) return notFound
      account.queues.find(({ queue_id: own }) => own === id)?.consumers.push(consumer)
      return { result: consumer }
    },
  },
  {
    method: 'PUT',
    path: /^\/queues\/([^/]+)\/consumers\/([^/]+)$/,
    answer: (call) => ({ result: json(Consumer, call) }),
  },
]
