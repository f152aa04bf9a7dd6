import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

interface Cost {
  n: number
  r: number
  p: number
}

/** ASVS 5.0 approves these; about 0.2 s and 32 MiB a password. */
const current: Cost = { n: 32768, r: 8, p: 3 }
const memoryAtMost = 64 * 1024 * 1024

function derived(password: string, salt: Buffer, { n, r, p }: Cost, length: number): Promise<Buffer> {
  // Keyboards disagree on whether "å" is one character or two.
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, length, { N: n, r, p, maxmem: memoryAtMost }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** `scrypt$<N>$<r>$<p>$<salt>$<hash>`, salt and hash base64url. */
export async function hashOf(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derived(password, salt, current, 32)
  return ['scrypt', current.n, current.r, current.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

interface Stored {
  cost: Cost
  salt: Buffer
  key: Buffer
}

function read(stored: string): Stored | null {
  const [scheme, n, r, p, salt, key, ...rest] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !key || rest.length > 0) return null
  return {
    cost: { n: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

const decoy: Stored = { cost: current, salt: Buffer.alloc(16, 7), key: Buffer.alloc(32, 7) }

/** Takes as long for a person who does not exist or has no password as for one who has. */
export async function isPasswordOf(stored: string | null, password: string): Promise<boolean> {
  const known = stored === null ? null : read(stored)
  const { cost, salt, key } = known ?? decoy
  const given = await derived(password, salt, cost, key.length)
  return timingSafeEqual(given, key) && known !== null
}

/** True when the hash was made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  const known = read(stored)
  return !known || known.cost.n !== current.n || known.cost.r !== current.r || known.cost.p !== current.p
}
