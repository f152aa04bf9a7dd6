import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { listenOnFreePort, startSmtpServer } from './smtp-server.ts'

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
  const postOffice = createServer(({ url }, response) =>
    response.end(JSON.stringify(url === '/commands' ? letterbox.commands : letterbox.mails)),
  )
  project.provide('smtpPort', letterbox.port)
  project.provide('postOfficePort', await listenOnFreePort(postOffice))
  return () => {
    letterbox.close()
    postOffice.close()
  }
}
