import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'

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
  const server = createServer((request, response) => {
    request.resume()
    const { port } = server.address() as AddressInfo
    if (request.url === '/arrivals') response.end(JSON.stringify(arrivals))
    else if (request.url?.startsWith('/elsewhere')) {
      arrivals += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
    } else response.writeHead(307, { location: `http://localhost:${port}/elsewhere${request.url}` }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  project.provide('redirectingPort', (server.address() as AddressInfo).port)
  return () => new Promise((resolve) => server.close(resolve))
}
