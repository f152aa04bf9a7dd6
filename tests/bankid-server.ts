import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestProject } from 'vitest/node'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a BankID stand-in that refuses the same requests as BankID. */
    bankIdPort: number
  }
}

interface Answer {
  status?: number
  type?: string
  body?: unknown
  /** True when the stand-in never answers. */
  silent?: boolean
}

/** State of one test file, by the first path segment; test files run concurrently. */
interface BankIdState {
  requests: { method: string; body: unknown }[]
  /** Answers to the next calls of a method; without any the stand-in answers with success. */
  plannedAnswers: Map<string, Answer[]>
}

const states = new Map<string, BankIdState>()

function stateOf(name: string): BankIdState {
  const state = states.get(name) ?? { requests: [], plannedAnswers: new Map() }
  states.set(name, state)
  return state
}

let orders = 0

const textOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function refusalOf(request: IncomingMessage, method: string, body: Record<string, unknown>): Answer | null {
  const bad = (details: string) => ({ status: 400, body: { errorCode: 'invalidParameters', details } })
  if (request.method !== 'POST') return { status: 405, body: { errorCode: 'methodNotAllowed', details: '' } }
  if (request.headers['content-type'] !== 'application/json')
    return { status: 415, body: { errorCode: 'unsupportedMediaType', details: '' } }
  const known = { auth: ['endUserIp', 'returnUrl'], collect: ['orderRef'], cancel: ['orderRef'] }[method]
  if (!known) return { status: 404, body: { errorCode: 'notFound', details: '' } }
  if (Object.keys(body).some((name) => !known.includes(name))) return bad('unknown parameter')
  if (typeof body[known[0] ?? ''] !== 'string') return bad(`no ${known[0]}`)
  return null
}

const defaultAnswer = (method: string): Answer => {
  orders += 1
  if (method === 'auth')
    return {
      body: {
        orderRef: `order-${orders}`,
        autoStartToken: `auto-${orders}`,
        qrStartToken: '67df3917-fa0d-44e5-b327-edcc928297f8',
        qrStartSecret: 'd28db9a7-4cde-429e-a983-359be676944c',
      },
    }
  return method === 'collect' ? { body: { status: 'pending', hintCode: 'outstandingTransaction' } } : { body: {} }
}

async function converse(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = '', path = ''] = /^\/([\w-]+)(\/.*)$/.exec(request.url ?? '') ?? []
  const { requests, plannedAnswers } = stateOf(name)
  const text = await textOf(request)
  if (path === '/plan') {
    const { method, answers } = JSON.parse(text) as { method: string; answers: Answer[] }
    plannedAnswers.set(method, answers)
    response.end()
    return
  }
  if (path === '/asked') {
    response.end(JSON.stringify(requests.splice(0)))
    return
  }
  const method = /^\/rp\/v6\.0\/(\w+)$/.exec(path)?.[1] ?? path
  const body = JSON.parse(text || '{}') as Record<string, unknown>
  requests.push({ method, body })
  const answer = refusalOf(request, method, body) ?? plannedAnswers.get(method)?.shift() ?? defaultAnswer(method)
  if (answer.silent) return
  response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json' })
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
}

export default async function start(project: TestProject) {
  const server = await startStandInServer((request, response) => void converse(request, response), '127.0.0.1')
  project.provide('bankIdPort', server.port)
  return server.close
}
