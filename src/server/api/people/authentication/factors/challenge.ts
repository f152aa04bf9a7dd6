import type { Visitor } from '#api/context.ts'
import { claimToken, insertToken } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import { randomToken, sha256 } from '#platform/digest.ts'

export type PasskeyPurpose = 'PasskeySignIn' | 'PasskeyStep' | 'PasskeySetup'

/** As long as a challenge is good, and the browser waits for the person. */
export const challengeMs = 5 * 60_000

/** A random challenge, stored as its hash and bound to the session that asks for it. */
export async function newChallenge(
  ctx: Visitor,
  purpose: PasskeyPurpose,
  data: Record<string, string> = {},
): Promise<string> {
  const challenge = randomToken()
  await ctx.db.commit([
    insertToken(ctx.db, {
      tokenHash: await sha256(challenge),
      purpose,
      userId: ctx.actor?.id ?? null,
      data: { ...data, sessionId: ctx.actor?.sessionId ?? null },
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + challengeMs),
    }),
  ])
  return challenge
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    // The portal is never framed by others.
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null
  } catch {
    return null
  }
}

/**
 * Uses up the challenge that an authenticator answered: once, in time, for its purpose and in its own session.
 * @throws Refused('passkey_refused')
 */
export async function claimChallenge(ctx: Visitor, purpose: PasskeyPurpose, clientDataJSON: string) {
  const challenge = challengeIn(clientDataJSON)
  const row = challenge && (await claimToken(ctx.db, purpose, await sha256(challenge), ctx.now))
  if (!row) throw new Refused('passkey_refused')
  const isOwn = purpose === 'PasskeySignIn' || row.data['sessionId'] === ctx.actor?.sessionId
  if (!isOwn) throw new Refused('passkey_refused')
  return { challenge, data: row.data }
}
