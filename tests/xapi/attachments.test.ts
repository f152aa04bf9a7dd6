import { env } from 'cloudflare:workers'
import { createSign } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#platform/digest.ts'
import { anotherSystem, type Json, multipart, type System, statement } from './another-system.ts'
import { certificate, privateKey } from './signing-key.ts'

let system: System
beforeAll(async () => {
  system = await anotherSystem('IntegrationRead', 'IntegrationWrite')
})

const described = (sha2: string, given: Json = {}) => ({
  usageType: 'https://usages.test/note',
  display: { en: 'A note' },
  contentType: 'text/plain',
  length: 1,
  sha2,
  ...given,
})

const send = ({ body, headers }: ReturnType<typeof multipart>) => system.send('POST', 'statements', body, headers)

const filesOf = async () => (await env.FILES.list({ prefix: 'xapi-attachments/' })).objects.length

describe('an attachment', () => {
  test('is sent with its statement and returned with it', async () => {
    const content = 'Gul flagga: ingen omkörning.\r\n--inte en gräns\r\n'
    const bytes = Buffer.from(content).toString('latin1')
    const sum = await sha256(content)
    const message = multipart(statement({ attachments: [described(sum)] }), [{ content, sum }])
    const [id] = await (await send(message)).json<string[]>()
    const plain = await system.send('GET', `statements?statementId=${id}`)
    expect(plain.headers.get('content-type')).toBe('application/json')
    const whole = await system.send('GET', `statements?statementId=${id}&attachments=true`)
    expect(whole.headers.get('content-type')).toMatch(/^multipart\/mixed; boundary=/)
    const text = Buffer.from(await whole.arrayBuffer()).toString('latin1')
    expect(text).toContain(`X-Experience-API-Hash: ${sum}\r\n\r\n${bytes}\r\n`)
    expect(text).toContain('Content-Type: application/json\r\n\r\n{"actor"')
  })

  test('that is stored elsewhere need not be included', async () => {
    const far = described(await sha256('x'), { fileUrl: 'https://files.test/x' })
    expect((await system.send('POST', 'statements', statement({ attachments: [far] }))).status).toBe(200)
  })

  test.each<[string, (sum: string) => ReturnType<typeof multipart>]>([
    ['that did not come along', (sum) => multipart(statement({ attachments: [described(sum)] }), [])],
    ['that no statement has', (sum) => multipart(statement(), [{ content: 'x', sum }])],
    ['of another sum', (sum) => multipart(statement({ attachments: [described(sum)] }), [{ content: 'y', sum }])],
    [
      'that is written otherwise',
      (sum) =>
        multipart(statement({ attachments: [described(sum)] }), [
          { content: 'x', sum, headers: { 'Content-Transfer-Encoding': 'base64' } },
        ]),
    ],
    [
      'in content that breaks off',
      (sum) => {
        const message = multipart(statement({ attachments: [described(sum)] }), [{ content: 'x', sum }])
        return { ...message, body: message.body.slice(0, -30) }
      },
    ],
    [
      'in content without a boundary',
      (sum) => ({ ...multipart(statement(), [{ content: 'x', sum }]), headers: { 'content-type': 'multipart/mixed' } }),
    ],
  ])('%s is refused, and stores nothing', async (_name, toMessage) => {
    const before = await filesOf()
    expect((await send(toMessage(await sha256('x')))).status).toBe(400)
    expect(await filesOf()).toBe(before)
  })
})

const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function signed(payload: unknown, { alg = 'RS256', x5c = [certificate] as unknown, spoilt = false } = {}): string {
  const text = `${encoded({ alg, x5c })}.${encoded(payload)}`
  const hash = alg === 'RS512' ? 'RSA-SHA512' : alg === 'RS384' ? 'RSA-SHA384' : 'RSA-SHA256'
  const signature = createSign(hash)
    .update(spoilt ? `${text} ` : text)
    .sign(privateKey)
    .toString('base64url')
  return `${text}.${signature}`
}

async function tellSigned(unsigned: Json, content: string, contentType = 'application/octet-stream'): Promise<number> {
  const sum = await sha256(content)
  const usageType = 'http://adlnet.gov/expapi/attachments/signature'
  const attachments = [described(sum, { usageType, contentType })]
  return (
    await send(multipart({ ...unsigned, attachments }, [{ content, sum, headers: { 'Content-Type': contentType } }]))
  ).status
}

describe('a signature', () => {
  const original = statement({ result: { score: { scaled: 0.5 } } })

  test.each(['RS256', 'RS384', 'RS512'])('by %s is verified against its certificate', async (alg) => {
    expect(await tellSigned(original, signed(original, { alg }))).toBe(200)
    expect(await tellSigned(original, signed(original, { alg, spoilt: true }))).toBe(400)
  })

  test.each<[string, () => Promise<number>]>([
    ['by another algorithm', () => tellSigned(original, signed(original, { alg: 'HS256' }))],
    ['of another statement', () => tellSigned(original, signed({ ...original, result: { success: true } }))],
    ['of no statement', () => tellSigned(original, signed('{broken'))],
    [
      'of something nested without end',
      () => tellSigned(original, signed(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)),
    ],
    ['by no certificate', () => tellSigned(original, signed(original, { x5c: ['bm9uZQ=='] }))],
    ['in another content type', () => tellSigned(original, signed(original), 'text/plain')],
    ['that is none', () => tellSigned(original, 'signed, Anna')],
  ])('%s is refused', async (_name, telling) => {
    expect(await telling()).toBe(400)
  })
})
