import { type AddressInfo, connect as connectTcp, createServer, type Server, type Socket as TcpSocket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { afterEach, expect, test, vi } from 'vitest'
import { sendBySmtp } from './smtp.ts'

// A key that both ends know stands in for a certificate.
const key = Buffer.alloc(32, 7)
const serverTls = { isServer: true, ciphers: 'PSK', maxVersion: 'TLSv1.2' as const, pskCallback: () => key }
const clientTls = {
  ciphers: 'PSK',
  maxVersion: 'TLSv1.2' as const,
  pskCallback: () => ({ psk: key, identity: 'portal' }),
  checkServerIdentity: () => undefined,
}

/** The platform's socket on top of Node's. */
function platformSocket(socket: Duplex) {
  const { readable, writable } = Duplex.toWeb(socket)
  return {
    readable,
    writable,
    close: async () => void socket.destroy(),
    startTls: () => platformSocket(connectTls({ socket: socket as TcpSocket, ...clientTls })),
  }
}

vi.mock('cloudflare:sockets', () => ({
  connect: ({ hostname, port }: { hostname: string; port: number }, { secureTransport }: { secureTransport: string }) =>
    platformSocket(
      secureTransport === 'on'
        ? connectTls({ host: hostname, port, ...clientTls })
        : connectTcp({ host: hostname, port }),
    ),
}))

interface ReceivedCommands {
  line: string
  isEncrypted: boolean
}

function answer(socket: Duplex, commands: ReceivedCommands[], ways: string, isEncrypted: boolean): void {
  let isMessage = false
  const hear = (line: string) => {
    commands.push({ line, isEncrypted })
    if (isMessage) {
      if (line !== '.') return
      isMessage = false
      socket.write('250 kept\r\n')
    } else if (line.startsWith('EHLO'))
      socket.write(`250-stand-in\r\n250-AUTH ${ways}\r\n250 ${isEncrypted ? 'SIZE' : 'STARTTLS'}\r\n`)
    else if (line === 'STARTTLS') {
      socket.removeAllListeners('data')
      socket.write('220 go on\r\n')
      answer(new TLSSocket(socket as TcpSocket, serverTls), commands, ways, true)
    } else if (line === 'AUTH LOGIN' || line === btoa('portal')) socket.write('334 go on\r\n')
    else if (line === 'DATA') {
      isMessage = true
      socket.write('354 go on\r\n')
    } else socket.write('250 ok\r\n')
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('utf8').split('\r\n').slice(0, -1)) hear(line)
  })
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function openServer(ways: string, isImplicit: boolean) {
  const commands: ReceivedCommands[] = []
  const server = createServer((tcp) => {
    const socket = isImplicit ? new TLSSocket(tcp, serverTls) : tcp
    answer(socket, commands, ways, isImplicit)
    socket.write('220 stand-in\r\n')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { commands, port: (server.address() as AddressInfo).port }
}

const credentials = { username: 'portal', password: 'secret' }
const envelope = { from: 'portalen@example.se', to: 'asa@example.se', data: 'Subject: Hej\r\n\r\nHej\r\n.\r\n' }

test.each([
  ['startTls', 'PLAIN LOGIN', [`AUTH PLAIN ${btoa('\0portal\0secret')}`]],
  ['startTls', 'LOGIN', ['AUTH LOGIN', btoa('portal'), btoa('secret')]],
  ['implicit', 'PLAIN', [`AUTH PLAIN ${btoa('\0portal\0secret')}`]],
] as const)('by %s the password (%s) and the mail are sent encrypted', async (tls, ways, proof) => {
  const { commands, port } = await openServer(ways, tls === 'implicit')
  const accepted = vi.fn(async () => undefined)
  await sendBySmtp({ host: '127.0.0.1', port, tls, credentials, waitMs: 5000 }, envelope, accepted)
  expect(accepted).toHaveBeenCalledOnce()
  const clear = commands.filter(({ isEncrypted }) => !isEncrypted).map(({ line }) => line)
  expect(clear).toEqual(tls === 'implicit' ? [] : ['EHLO [127.0.0.1]', 'STARTTLS'])
  const encrypted = commands.filter(({ isEncrypted }) => isEncrypted).map(({ line }) => line)
  expect(encrypted).toEqual(expect.arrayContaining([...proof, 'MAIL FROM:<portalen@example.se>', 'Hej', '.', 'QUIT']))
})

test('sends no credentials to a server without a supported authentication method', async () => {
  const { commands, port } = await openServer('GSSAPI', true)
  const sending = sendBySmtp({ host: '127.0.0.1', port, tls: 'implicit', credentials, waitMs: 5000 }, envelope, vi.fn())
  await expect(sending).rejects.toThrow('no way to authenticate')
  expect(commands.map(({ line }) => line)).toEqual(['EHLO [127.0.0.1]'])
})
