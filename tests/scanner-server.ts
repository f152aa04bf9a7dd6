import type { IncomingMessage } from 'node:http'
import type { TestProject } from 'vitest/node'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a stand-in for a virus scanner behind a REST bridge. */
    scannerPort: number
  }
}

/**
 * The EICAR test file, which scanners report although it is harmless. Written in two halves, so that they do not report
 * this file.
 */
const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const bytesOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * Returns the status of a request: refused are another method or path, a missing length, a form instead of the file,
 * and a missing token.
 */
function statusOf(request: IncomingMessage, body: Buffer): number {
  if (request.method !== 'POST' || request.url !== '/scanHandlerBody') return 404
  if (request.headers.authorization !== 'Bearer scanner-token') return 401
  if (request.headers['content-type'] !== 'application/octet-stream') return 400
  if (Number(request.headers['content-length']) !== body.length || body.length === 0) return 411
  if (body.includes('the scanner is out of order')) return 500
  return body.includes(testVirus) ? 406 : 200
}

export default async function setup(project: TestProject) {
  const server = await startStandInServer(async (request, response) => {
    const body = await bytesOf(request)
    response.writeHead(statusOf(request, body), { 'content-type': 'application/json' }).end('{}')
  }, '127.0.0.1')
  project.provide('scannerPort', server.port)
  return server.close
}
