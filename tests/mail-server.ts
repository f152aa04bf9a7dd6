import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { openLetterbox, portOf } from './letterbox.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of a mail server that stores every e-mail it receives. */
    smtpPort: number
    /** Port that returns the received e-mails over HTTP, and the SMTP commands under `/commands`. */
    postOfficePort: number
  }
}

export default async function start(project: TestProject) {
  const letterbox = await openLetterbox()
  const postOffice = createServer(({ url }, response) =>
    response.end(JSON.stringify(url === '/commands' ? letterbox.commands : letterbox.letters)),
  )
  project.provide('smtpPort', letterbox.port)
  project.provide('postOfficePort', await portOf(postOffice))
  return () => {
    letterbox.close()
    postOffice.close()
  }
}
