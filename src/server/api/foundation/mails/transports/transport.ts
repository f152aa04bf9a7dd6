import { Email } from 'worker-mailer'
import { type SmtpServer, sendBySmtp } from './smtp.ts'

/** Settings of outgoing mail, stored as secrets: without `SMTP_HOST` no mail is sent. */
export interface MailSettings {
  SMTP_HOST?: string
  /** Port 465 begins with TLS; every other port uses STARTTLS, and a server without it is refused. */
  SMTP_PORT?: string
  /** `none`: a relay on the same network that accepts mail without TLS; a user name or password must not be set. */
  SMTP_TLS?: string
  SMTP_USERNAME?: string
  SMTP_PASSWORD?: string
  /** Sender when the portal's configuration has none. */
  MAIL_FROM?: string
}

export interface Mail {
  messageId: string
  from: string
  fromName: string
  to: string
  subject: string
  text: string
  attachments?: readonly Attachment[]
}

interface Attachment {
  filename: string
  /** With its parameters, as the header has it. */
  mimeType: string
  content: string | Uint8Array
}

const waitMs = 20_000

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

const inBase64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')

/** Sends one mail; `accepted` is called when the server has accepted it, before QUIT, which may still fail. */
export type Transport = (mail: Mail, accepted: () => Promise<unknown>) => Promise<void>

const tlsFor = (port: number, setting: string) => {
  if (setting === 'none') return 'none'
  if (setting !== '' && setting !== 'required') throw new Error('SMTP_TLS is neither "required" nor "none"')
  return port === 465 ? 'implicit' : 'startTls'
}

/** @throws Error when a password would be sent without TLS. */
function serverOf(
  { SMTP_PORT = '587', SMTP_TLS = '', SMTP_USERNAME, SMTP_PASSWORD }: MailSettings,
  host: string,
): SmtpServer {
  const port = Number(SMTP_PORT)
  const tls = tlsFor(port, SMTP_TLS)
  const credentials = SMTP_USERNAME && SMTP_PASSWORD ? { username: SMTP_USERNAME, password: SMTP_PASSWORD } : null
  if (tls === 'none' && credentials) {
    throw new Error(
      'SMTP_TLS is "none", so SMTP_USERNAME and SMTP_PASSWORD must not be set: they would be sent in clear',
    )
  }
  return { host, port, tls, credentials, waitMs }
}

/**
 * Returns the function that sends mail, or null when SMTP_HOST is not set. It sends one mail as plain text with its
 * attachments, and calls `accepted` when the mail server has accepted it. The function throws an `Error` for settings
 * that contradict each other and when the server fails.
 */
export function mailTransport(settings: MailSettings): Transport | null {
  if (!settings.SMTP_HOST) return null
  const host = settings.SMTP_HOST
  return async ({ messageId, from, fromName, to, subject, text, attachments = [] }, accepted) => {
    const server = serverOf(settings, host)
    const email = new Email({
      from: { name: oneLine(fromName), email: from },
      to,
      subject: oneLine(subject),
      text,
      attachments: attachments.map(({ content, ...file }) => ({ ...file, content: inBase64(content) })),
      // Suppresses automatic replies, and identifies a repeated delivery by its id.
      headers: { 'Message-ID': `<${messageId}@${from.split('@').at(-1)}>`, 'Auto-Submitted': 'auto-generated' },
    })
    await sendBySmtp(server, { from: oneLine(from), to: oneLine(to), data: email.getEmailData() }, accepted)
  }
}
