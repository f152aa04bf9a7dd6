import { connect } from 'cloudflare:sockets'

export interface SmtpServer {
  host: string
  port: number
  /** `implicit` begins with TLS, `startTls` requires it before credentials and mail are sent, `none` never uses it. */
  tls: 'implicit' | 'startTls' | 'none'
  credentials: { username: string; password: string } | null
  waitMs: number
}

/** The envelope and the message as the DATA command takes it, with its closing dot. */
export interface Envelope {
  from: string
  to: string
  data: string
}

interface Reply {
  code: number
  lines: string[]
}

const secureTransport = { implicit: 'on', startTls: 'starttls', none: 'off' } as const

/** Reads a reply of one or more lines; the last one has a space behind its code. */
function replyIn(text: string): Reply | null {
  if (!text.endsWith('\n')) return null
  const lines = text.trimEnd().split(/\r?\n/)
  const last = /^(\d{3})(?: |$)/.exec(lines.at(-1) ?? '')
  return last ? { code: Number(last[1]), lines: lines.map((line) => line.slice(4).trim()) } : null
}

/** Speaks line by line with a server; `command` is named in errors without its arguments, which may be secret. */
function lines(socket: Socket, waitMs: number) {
  const reader = socket.readable.getReader()
  const writer = socket.writable.getWriter()
  const decoder = new TextDecoder()
  const readReply = async (): Promise<Reply> => {
    let text = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) throw new Error('The mail server closed the connection')
      text += decoder.decode(value, { stream: true })
      const reply = replyIn(text)
      if (reply) return reply
    }
  }
  const reply = () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The mail server did not answer in time')), waitMs)
    })
    return Promise.race([readReply(), late]).finally(() => clearTimeout(timer))
  }
  return {
    async expect(command: string, expected: number, line?: string): Promise<Reply> {
      if (line !== undefined) await writer.write(new TextEncoder().encode(`${line}\r\n`))
      const { code, lines: text } = await reply()
      if (Math.floor(code / 100) !== expected)
        throw new Error(`The mail server refused ${command}: ${code} ${text.join(' ')}`)
      return { code, lines: text }
    },
    release() {
      reader.releaseLock()
      writer.releaseLock()
    },
  }
}

type Conversation = ReturnType<typeof lines>

const greet = async (talk: Conversation) =>
  (await talk.expect('EHLO', 2, 'EHLO [127.0.0.1]')).lines.map((line) => line.toUpperCase())

async function authenticate(
  talk: Conversation,
  abilities: readonly string[],
  { username, password }: NonNullable<SmtpServer['credentials']>,
) {
  const ways = abilities.find((line) => /^AUTH[ =]/.test(line))?.split(/[ =]/) ?? []
  const inBase64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
  if (ways.includes('PLAIN')) {
    await talk.expect('AUTH', 2, `AUTH PLAIN ${inBase64(`\0${username}\0${password}`)}`)
  } else if (ways.includes('LOGIN')) {
    await talk.expect('AUTH', 3, 'AUTH LOGIN')
    await talk.expect('AUTH', 3, inBase64(username))
    await talk.expect('AUTH', 2, inBase64(password))
  } else throw new Error('The mail server offers no way to authenticate that the portal supports')
}

/** Opens the conversation; replies from before TLS are ignored after it. */
async function opened(first: Socket, { tls, waitMs }: SmtpServer) {
  const talk = lines(first, waitMs)
  await talk.expect('the connection', 2)
  const abilities = await greet(talk)
  if (tls !== 'startTls') return { socket: first, talk, abilities }
  if (!abilities.includes('STARTTLS')) {
    throw new Error('The mail server offers no TLS (STARTTLS), so neither password nor mail was sent. See SMTP_TLS')
  }
  await talk.expect('STARTTLS', 2, 'STARTTLS')
  talk.release()
  const socket = first.startTls()
  const secured = lines(socket, waitMs)
  return { socket, talk: secured, abilities: await greet(secured) }
}

/**
 * Sends one message to one recipient over SMTP; `accepted` is called and awaited when the server has accepted it. Its
 * errors are thrown on.
 *
 * Opens a connection of its own, and closes it in any case. Logs in with the credentials, if there are any. Waits at
 * most the server's `waitMs` for each reply.
 *
 * @throws Error that names the refused command when the server refuses, closes or is late; then nothing was accepted,
 * unless `accepted` was called.
 */
export async function sendBySmtp(
  server: SmtpServer,
  envelope: Envelope,
  accepted: () => Promise<unknown>,
): Promise<void> {
  const { host: hostname, port, tls, credentials } = server
  let socket = connect({ hostname, port }, { secureTransport: secureTransport[tls], allowHalfOpen: false })
  try {
    const open = await opened(socket, server)
    socket = open.socket
    const { talk, abilities } = open
    if (credentials) await authenticate(talk, abilities, credentials)
    await talk.expect('the sender', 2, `MAIL FROM:<${envelope.from}>`)
    await talk.expect('the recipient', 2, `RCPT TO:<${envelope.to}>`)
    await talk.expect('DATA', 3, 'DATA')
    await talk.expect('the message', 2, envelope.data.trimEnd())
    await accepted()
    // The server has accepted the message; a failed QUIT changes nothing.
    await talk.expect('QUIT', 2, 'QUIT').catch(() => undefined)
  } finally {
    await socket.close().catch(() => undefined)
  }
}
