import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandInServer {
  port: number
  close: () => void
}

/**
 * Starts an HTTP server on a free port of this machine. It closes no idle connection: workerd sends later requests on
 * the same connection, and one that the server closes at that moment fails with "Network connection lost". Without
 * `host`, it listens on all addresses.
 */
export async function startStandInServer(listener: RequestListener, host?: string): Promise<StandInServer> {
  const server = createServer({ keepAliveTimeout: 0 }, listener)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  // A server that listens on a port has an address object, not a pipe's name.
  return { port: (server.address() as AddressInfo).port, close }
}
