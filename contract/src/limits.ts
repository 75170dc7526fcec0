/** Limits that the web app names as well. Without the schemas around them: those would be a tenth of what a page loads. */

/** The most executions that one bulk run resumes or cancels. */
export const MAX_BULK_RUN = 10_000

/** The most steps that a timeline contains. */
export const MAX_TIMELINE_STEPS = 50_000
