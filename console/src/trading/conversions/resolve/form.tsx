import { QuaestorError, type ConversionOrder, type OrderResolution } from '@quaestor/sdk';
import { Button, Input, Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { FormEnd } from '../../../shared/form/index.ts';
import { IconPlus } from '../../../shared/icons/index.ts';
import { EMPTY, faultsOf, fieldOf, inOrder, MAX_TRADES, newTrade, tradesOf, type Draft } from './draft.ts';
import { texts } from './texts.ts';
import { TradeFields } from './trade-fields.tsx';

interface ResolveFormProps {
  readonly order: ConversionOrder;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSubmit: (found: Omit<OrderResolution, 'orderId'>) => void;
  readonly onTouch: () => void;
  /** Where something was found already. */
  readonly onBack?: () => void;
}

/** What a person has found at the venue: its trades, or that there were none. */
export function ResolveForm({ order, isPending, error, onSubmit, onTouch, onBack }: ResolveFormProps) {
  const form = useForm<Draft>({
    initialValues: EMPTY,
    validate: (draft) => faultsOf(order, draft),
    onValuesChange: onTouch,
  });
  const { values, errors, setErrors } = form;
  useEffect(() => {
    if (!(error instanceof QuaestorError)) return;
    const entries = Object.entries(error.errors).map(([name, faults]) => [fieldOf(name), faults.join('; ')]);
    setErrors(Object.fromEntries(entries) as Record<string, string>);
  }, [error, setErrors]);
  const add = () => form.insertListItem('trades', newTrade(order));
  const choose = (found: string) => {
    form.setFieldValue('found', found as Draft['found']);
    if (found === 'TRADES' && values.trades.length === 0) add();
  };
  const send = (draft: Draft) => {
    const trades = inOrder(draft.trades);
    form.setFieldValue('trades', trades);
    onSubmit({ trades: tradesOf(order, { ...draft, trades }), comment: draft.comment.trim() });
  };
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack gap="lg" maw={880}>
        <Radio.Group
          label={texts.question(order.venue)}
          required
          {...form.getInputProps('found')}
          onChange={choose}
        >
          <Stack gap={6} mt={6}>
            <Radio value="TRADES" label={texts.traded} />
            <Radio value="NOTHING" label={texts.nothing} />
          </Stack>
        </Radio.Group>
        {values.found === 'TRADES' && (
          <>
            {values.trades.map(({ key }, index) => (
              <TradeFields key={key} form={form} order={order} index={index} />
            ))}
            <div>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={16} />}
                disabled={values.trades.length >= MAX_TRADES}
                onClick={add}
              >
                {texts.add}
              </Button>
            </div>
          </>
        )}
        {errors['trades'] !== undefined && <Input.Error role="alert">{errors['trades']}</Input.Error>}
        <Textarea
          label={texts.comment}
          required
          autosize
          maxLength={500}
          maw={640}
          {...form.getInputProps('comment')}
        />
        <FormEnd submit={texts.submit} isPending={isPending} error={error}>
          {onBack !== undefined && (
            <Button variant="default" onClick={onBack}>
              {texts.back}
            </Button>
          )}
        </FormEnd>
      </Stack>
    </form>
  );
}
