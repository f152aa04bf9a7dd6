import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { openLetterbox, portOf } from './letterbox.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A mail server that keeps what it is given. */
    smtpPort: number
    /** Tells over HTTP what it was given. */
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
