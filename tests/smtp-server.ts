import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface ReceivedMail {
  to: string
  data: string
}

/** Speaks SMTP without TLS on a socket; rejects recipients called `nobody`. */
function converse(socket: Socket, letters: ReceivedMail[], commands: string[]): void {
  let to = ''
  let data: string | null = null
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    if (data === null) commands.push(line)
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

const listenOnFreePort = (server: Server) =>
  new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

export interface SmtpServer {
  port: number
  mails: readonly ReceivedMail[]
  /** All SMTP lines received, except the messages. */
  commands: readonly string[]
  close: () => void
}

/** Starts a mail server on a free port that stores every e-mail it receives. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const letters: ReceivedMail[] = []
  const commands: string[] = []
  const server = createServer((socket) => converse(socket, letters, commands))
  return { port: await listenOnFreePort(server), mails: letters, commands, close: () => void server.close() }
}

/** Settings that make a portal send all e-mail to the server. */
export const toMailSettings = ({ port }: Pick<SmtpServer, 'port'>) => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_TLS: 'none',
  MAIL_FROM: 'portalen@example.se',
})

/** Decodes the quoted-printable text of an e-mail. */
export const readMailText = ({ data }: ReceivedMail): string => {
  const bytes = data
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
