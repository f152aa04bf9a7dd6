import { ConstraintError } from '#platform/database.ts'
import { ScimError } from './error.ts'

const maxTries = 3

const isUniqueName = (text: string) => /idx_provisioning_(people|groups)_name/.test(text)

/** Refusals of the database after another write at the same time; the work then reads everything again. */
const isRace = ({ text, message }: ConstraintError) =>
  text === 'changed_meanwhile' || /provisioning_|idx_users_user_name|FOREIGN KEY/.test(`${text} ${message}`)

/**
 * Runs a write and returns its result. Runs it again, at most three times, after another write of its rows at the same
 * time, and with `keepsSuperadministrator` (false at first) when the last one would lose the role. Throws other errors
 * on.
 *
 * @throws ScimError 409 `uniqueness` when the name of a person or group is taken.
 */
export async function retryWrite<Answer>(work: (keepsSuperadministrator: boolean) => Promise<Answer>): Promise<Answer> {
  let keepsSuperadministrator = false
  for (let tries = 1; ; tries++)
    try {
      return await work(keepsSuperadministrator)
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error
      if (isUniqueName(`${error.text} ${error.message}`)) throw new ScimError(409, 'The name is in use', 'uniqueness')
      const isLast: boolean = error.text === 'last_superadministrator' && !keepsSuperadministrator
      if (tries > maxTries || !(isLast || isRace(error))) throw error
      keepsSuperadministrator ||= isLast
    }
}
