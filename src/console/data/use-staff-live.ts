import { useEffect, useRef, useState } from 'react'
import { createStaffStream, type Person } from './staff-stream.ts'

const follow = createStaffStream((address) => new EventSource(address))

/** Runs `onChange` when one of the topics has changed. Returns the other staff members who view the same resources. */
export function useStaffLive(topics: readonly string[], onChange: () => unknown): Person[] {
  const changed = useRef(onChange)
  changed.current = onChange
  const [people, setPeople] = useState<Person[]>([])
  const followed = topics.join()
  useEffect(() => {
    setPeople([])
    if (followed === '') return
    return follow({ topics: followed.split(','), onChange: () => changed.current(), onPresent: setPeople })
  }, [followed])
  return people
}
