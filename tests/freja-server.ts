import type { IncomingMessage } from 'node:http'
import type { TestProject } from 'vitest/node'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a Freja stand-in that refuses the same requests as Freja. */
    frejaPort: number
  }
}

interface Answer {
  status: number
  body: unknown
}

interface Transaction {
  status: string
  ssn: { ssn: string; country: string } | null
}

/** Transactions by reference; a test changes one by `/plan`, as the app would. */
const transactions = new Map<string, Transaction>()
let started = 0

const refuse = (code: number, message: string): Answer => ({ status: 422, body: { code, message } })

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Reads the only parameter of a method: JSON in Base64, not URL-encoded. Null when it is not that. */
function readParameter(text: string, name: string): Record<string, unknown> | null {
  if (!text.startsWith(`${name}=`)) return null
  const value = text.slice(name.length + 1)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return null
  return JSON.parse(Buffer.from(value, 'base64').toString()) as Record<string, unknown>
}

function init(text: string): Answer {
  const input = readParameter(text, 'initAuthRequest')
  if (!input) return refuse(1010, 'JSON request cannot be parsed.')
  if (input['userInfoType'] !== 'INFERRED' || input['userInfo'] !== 'N/A') return refuse(1001, 'userInfoType')
  if (input['minRegistrationLevel'] !== 'PLUS') return refuse(1007, 'Invalid minimum registration level.')
  if (JSON.stringify(input['attributesToReturn']) !== '[{"attribute":"SSN"}]') return refuse(2002, 'attributes')
  started += 1
  const authRef = `reference/${started}+${'x'.repeat(20)}`
  transactions.set(authRef, { status: 'STARTED', ssn: null })
  return { status: 200, body: { authRef } }
}

function getResult(text: string): Answer {
  const authRef = String(readParameter(text, 'getOneAuthResultRequest')?.['authRef'])
  const found = transactions.get(authRef)
  if (!found) return refuse(1100, 'Invalid reference (for example, nonexistent or expired).')
  const approved = found.status === 'APPROVED' ? { details: 'signed', requestedAttributes: { ssn: found.ssn } } : {}
  return { status: 200, body: Object.assign({ authRef, status: found.status }, approved) }
}

function cancel(text: string): Answer {
  const authRef = String(readParameter(text, 'cancelAuthRequest')?.['authRef'])
  const found = transactions.get(authRef)
  if (!found) return refuse(1100, 'Invalid reference (for example, nonexistent or expired).')
  found.status = 'RP_CANCELED'
  return { status: 200, body: {} }
}

async function toAnswer(request: IncomingMessage): Promise<Answer> {
  const text = await readText(request)
  if (request.url === '/plan') {
    const { authRef, ...transaction } = JSON.parse(text) as Transaction & { authRef: string }
    transactions.set(authRef, transaction)
    return { status: 200, body: {} }
  }
  if (request.url === '/down/authentication/1.0/initAuthentication') return { status: 503, body: 'closed' }
  const method = /^\/authentication\/1\.0\/(\w+)$/.exec(request.url ?? '')?.[1]
  if (request.method !== 'POST') return { status: 405, body: {} }
  if (method === 'initAuthentication') return init(text)
  if (method === 'getOneResult') return getResult(text)
  return method === 'cancel' ? cancel(text) : { status: 404, body: {} }
}

export default async function start(project: TestProject) {
  const server = await startStandInServer(async (request, response) => {
    const { status, body } = await toAnswer(request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }, '127.0.0.1')
  project.provide('frejaPort', server.port)
  return server.close
}
