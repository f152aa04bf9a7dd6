import type { Visitor } from '#api/context.ts'
import { claimToken, insertToken } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import { randomToken, sha256 } from '#platform/digest.ts'

export type PasskeyPurpose = 'PasskeySignIn' | 'PasskeyStep' | 'PasskeySetup'

/** Lifetime of a challenge, and the time that the browser waits for the person. */
export const challengeMs = 5 * 60_000

/**
 * Returns a random challenge for a passkey to sign, valid for five minutes. Commits its hash with `data`, bound to the
 * purpose and the caller's session. Without a session it is bound to none.
 */
export async function createChallenge(
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

function parseChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    // A cross-origin frame is refused because the portal is never framed by other sites.
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null
  } catch {
    return null
  }
}

/**
 * Uses up the challenge of a passkey that `clientDataJSON` (base64url) names, commits that, and returns it with its
 * data. The signature is not verified here. It stays used when the caller refuses afterwards.
 *
 * @throws Refused('passkey_refused') when the challenge is unknown, used or expired, comes from a frame of another
 * site, or belongs to another purpose or session.
 */
export async function claimChallenge(ctx: Visitor, purpose: PasskeyPurpose, clientDataJSON: string) {
  const challenge = parseChallenge(clientDataJSON)
  const row = challenge && (await claimToken(ctx.db, purpose, await sha256(challenge), ctx.now))
  if (!row) throw new Refused('passkey_refused')
  const isOwn = purpose === 'PasskeySignIn' || row.data['sessionId'] === ctx.actor?.sessionId
  if (!isOwn) throw new Refused('passkey_refused')
  return { challenge, data: row.data }
}
