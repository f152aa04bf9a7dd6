import type { TestProject } from 'vitest/node'
import { startSmtpServer } from './smtp-server.ts'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a mail server that stores every e-mail it receives. */
    smtpPort: number
    /** Port that returns the received e-mails over HTTP, and the SMTP commands under `/commands`. */
    postOfficePort: number
  }
}

export default async function start(project: TestProject) {
  const letterbox = await startSmtpServer()
  const postOffice = await startStandInServer(
    ({ url }, response) => response.end(JSON.stringify(url === '/commands' ? letterbox.commands : letterbox.mails)),
    '127.0.0.1',
  )
  project.provide('smtpPort', letterbox.port)
  project.provide('postOfficePort', postOffice.port)
  return () => {
    letterbox.close()
    postOffice.close()
  }
}
