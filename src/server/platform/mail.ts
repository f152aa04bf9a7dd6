import { LogLevel, WorkerMailer, type WorkerMailerOptions } from 'worker-mailer'

/** Outgoing mail, set as secrets: without `SMTP_HOST` nothing leaves the portal. */
export interface MailSettings {
  SMTP_HOST?: string
  /** 465 speaks TLS from the start; every other port turns to it by STARTTLS where the server can. */
  SMTP_PORT?: string
  SMTP_USERNAME?: string
  SMTP_PASSWORD?: string
  /** Sender where the portal's configuration names none. */
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
  text: string
}

const waitMs = 20_000

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

const inBase64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** Sends one mail; `accepted` is told as soon as the server has it, before the goodbye that may still fail. */
export type Transport = (mail: Mail, accepted: () => Promise<unknown>) => Promise<void>

function serverOf(
  { SMTP_PORT = '587', SMTP_USERNAME, SMTP_PASSWORD }: MailSettings,
  host: string,
): WorkerMailerOptions {
  const port = Number(SMTP_PORT)
  const known = SMTP_USERNAME !== undefined && SMTP_PASSWORD !== undefined
  return {
    host,
    port,
    secure: port === 465,
    startTls: port !== 465,
    socketTimeoutMs: waitMs,
    responseTimeoutMs: waitMs,
    logLevel: LogLevel.NONE,
    ...(known && {
      credentials: { username: SMTP_USERNAME, password: SMTP_PASSWORD },
      authType: ['plain' as const, 'login' as const],
    }),
  }
}

/** What sends mail, or null when the portal has no way to. */
export function mailTransport(settings: MailSettings): Transport | null {
  if (!settings.SMTP_HOST) return null
  const server = serverOf(settings, settings.SMTP_HOST)
  return async ({ messageId, from, fromName, to, subject, text, attachments = [] }, accepted) => {
    const mailer = await WorkerMailer.connect(server)
    try {
      await mailer.send({
        from: { name: oneLine(fromName), email: from },
        to,
        subject: oneLine(subject),
        text,
        attachments: attachments.map(({ text: content, ...file }) => ({ ...file, content: inBase64(content) })),
        // Automatic answers are not wanted, and a second delivery of one mail is known by its id.
        headers: { 'Message-ID': `<${messageId}@${from.split('@').at(-1)}>`, 'Auto-Submitted': 'auto-generated' },
      })
      await accepted()
    } finally {
      await mailer.close()
    }
  }
}
