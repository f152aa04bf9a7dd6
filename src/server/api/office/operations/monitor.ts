import { sha256 } from '#platform/digest.ts'

const minTokenLength = 32

/** Whether a token is the secret `OPERATIONS_TOKEN` of monitors; a secret of fewer than 32 characters admits nobody. */
export async function isMonitorToken(
  token: string | null,
  { OPERATIONS_TOKEN: secret = '' }: Pick<Env, 'OPERATIONS_TOKEN'>,
): Promise<boolean> {
  // Digests of equal length take equally long to compare, whatever they have in common.
  return token !== null && secret.length >= minTokenLength && (await sha256(token)) === (await sha256(secret))
}
