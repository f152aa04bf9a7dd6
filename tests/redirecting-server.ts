import type { TestProject } from 'vitest/node'
import { startStandInServer } from './stand-in-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Port of a server that redirects every request to another origin, `localhost`, and counts its arrivals:
     * `/arrivals` returns the number.
     */
    redirectingPort: number
  }
}

export default async function setup(project: TestProject) {
  let arrivals = 0
  const server = await startStandInServer((request, response) => {
    request.resume()
    const port = request.socket.localPort
    if (request.url === '/arrivals') response.end(JSON.stringify(arrivals))
    else if (request.url?.startsWith('/elsewhere')) {
      arrivals += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
    } else response.writeHead(307, { location: `http://localhost:${port}/elsewhere${request.url}` }).end()
  })
  project.provide('redirectingPort', server.port)
  return server.close
}
