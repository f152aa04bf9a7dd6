import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

interface Cost {
  n: number
  r: number
  p: number
}

/** Parameters of new hashes, approved by ASVS 5.0: about 0.2 s and 32 MiB for each password. */
const current: Cost = { n: 32768, r: 8, p: 3 }
const maxMemoryBytes = 64 * 1024 * 1024

function derived(password: string, salt: Buffer, { n, r, p }: Cost, length: number): Promise<Buffer> {
  // Keyboards disagree on whether "å" is one character or two.
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, length, { N: n, r, p, maxmem: maxMemoryBytes }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/**
 * Hashes a password by scrypt with a new random salt and the current parameters, as `scrypt$<N>$<r>$<p>$<salt>$<hash>`,
 * salt and hash in Base64url. The same password gives another hash each time.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derived(password, salt, current, 32)
  return ['scrypt', current.n, current.r, current.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

interface PasswordHash {
  cost: Cost
  salt: Buffer
  key: Buffer
}

function parseHash(stored: string): PasswordHash | null {
  const [scheme, n, r, p, salt, key, ...rest] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !key || rest.length > 0) return null
  return {
    cost: { n: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

const decoy: PasswordHash = { cost: current, salt: Buffer.alloc(16, 7), key: Buffer.alloc(32, 7) }

/**
 * Returns whether a password matches a stored hash; false for null and for a hash of another format. Those two take as
 * long as a hash with the current parameters, so that timing reveals no account. A hash with other parameters takes as
 * long as those demand.
 */
export async function isCorrectPassword(stored: string | null, password: string): Promise<boolean> {
  const hash = stored === null ? null : parseHash(stored)
  const { cost, salt, key } = hash ?? decoy
  const typedKey = await derived(password, salt, cost, key.length)
  return timingSafeEqual(typedKey, key) && hash !== null
}

/**
 * Returns whether a password hash was made with other parameters than the current ones, or has another format. The next
 * sign-in should then hash again.
 */
export function isOutdatedHash(stored: string): boolean {
  const hash = parseHash(stored)
  return !hash || hash.cost.n !== current.n || hash.cost.r !== current.r || hash.cost.p !== current.p
}
