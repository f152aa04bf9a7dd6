import { declareContributedView } from '#api/contributed.ts'

/**
 * View of the personal numbers that the federation's register gives for people in the portal: `user_id` and
 * `number_hash`. A person may have several.
 */
export const registerNumbers = declareContributedView('personal numbers of the register')
