import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A mail server that keeps what it is given. */
    smtpPort: number
    /** Tells over HTTP what it was given. */
    postOfficePort: number
  }
}

const letters: { to: string; data: string }[] = []

/** Refuses a letter to anybody called `nobody`. */
function converse(socket: Socket): void {
  let to = ''
  let data: string | null = null
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    if (data !== null) {
      if (line !== '.') {
        data += `${line}\n`
        return
      }
      letters.push({ to, data })
      data = null
      say('250 kept')
    } else if (/^EHLO/i.test(line)) socket.write('250-stand-in\r\n250 AUTH PLAIN LOGIN\r\n')
    else if (/^AUTH/i.test(line)) say(line.endsWith(btoa('\0portal\0secret')) ? '235 welcome' : '535 who are you')
    else if (/^RCPT TO:\s*<nobody@/i.test(line)) say('550 no such person')
    else if (/^DATA/i.test(line)) {
      data = ''
      say('354 go on')
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
    else {
      to = /^RCPT TO:\s*<([^>]+)>/i.exec(line)?.[1] ?? to
      say('250 ok')
    }
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
  say('220 stand-in')
}

const listening = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

export default async function start(project: TestProject) {
  const smtp = createServer(converse)
  const postOffice = createHttpServer((_request, response) => response.end(JSON.stringify(letters)))
  project.provide('smtpPort', await listening(smtp))
  project.provide('postOfficePort', await listening(postOffice))
  return () => {
    smtp.close()
    postOffice.close()
  }
}
