import type { FieldType } from '../field-type.ts'
import { burnedArea } from './burned-area.ts'

/** Every type of task, in the order of src/sensing/task-types.ts. */
export const FIELD_TYPES: readonly FieldType[] = [burnedArea]
