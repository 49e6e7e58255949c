import type { VenueAsset } from '@quaestor/sdk';
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { texts } from './texts.ts';
import type { Draft } from './to-request.ts';
import { useAddressCheck } from './use-address-check.ts';

interface NewAddressProps {
  readonly form: UseFormReturnType<Draft>;
  readonly networks: VenueAsset['networks'];
  /** All that are known, to say of which of them an address is. */
  readonly others: readonly string[];
}

/** An address that nobody has saved, checked as it is typed. */
export default function NewAddress({ form, networks, others }: NewAddressProps) {
  const network = networks.find(({ code }) => code === form.values.network);
  const faults = useAddressCheck(form.values, others);
  return (
    <>
      <Select
        label={texts.create.network}
        required
        data={networks.map(({ code }) => code)}
        {...form.getInputProps('network')}
        // A tag that cannot be seen any more is not sent.
        onChange={(code: string | null) =>
          form.setValues({
            network: code,
            ...(networks.some((each) => each.code === code && each.tag === 'none') && { tag: '' }),
          })
        }
      />
      <TextInput
        label={texts.create.address}
        required
        autoComplete="off"
        spellCheck={false}
        description={texts.create.aboutAddress}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('address')}
        error={form.errors['address'] ?? faults.address}
      />
      {network !== undefined && network.tag !== 'none' && (
        <TextInput
          label={texts.create.tag}
          required={network.tag === 'required'}
          {...form.getInputProps('tag')}
          error={form.errors['tag'] ?? faults.tag}
        />
      )}
    </>
  );
}
