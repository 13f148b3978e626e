package org.sss.api;

/**
 * The kind of an error. Each code has a {@link Kind} that states the remedy: retry, change the input or the code, or
 * call an operator.
 */
public enum ErrorCode {
    /** An argument, option, file or configuration value is wrong. */
    INVALID_ARGUMENT(Kind.USER),
    /** The named group, job, file or key does not exist. */
    NOT_FOUND(Kind.USER),
    /** Something of that name exists already. */
    ALREADY_EXISTS(Kind.USER),
    /** The types that a job declares are not the types of the stored group. */
    TYPE_MISMATCH(Kind.USER),
    /** A key, value or block is larger than the format allows. */
    TOO_LARGE(Kind.USER),
    /** User code threw an exception, or cannot be loaded or serialized. */
    USER_CODE(Kind.USER),
    /** The cluster requires a token, or the token is wrong, expired or revoked. */
    UNAUTHENTICATED(Kind.USER),
    /** The token does not permit this: another role, or other groups. */
    FORBIDDEN(Kind.USER),
    /** The job was cancelled. */
    CANCELLED(Kind.USER),
    /** A node cannot be reached, or was lost while it was needed. */
    NODE_UNREACHABLE(Kind.RETRYABLE),
    /** A deadline has passed. */
    TIMEOUT(Kind.RETRYABLE),
    /** A limit of the server is reached at present. */
    OVERLOADED(Kind.RETRYABLE),
    /** The server is stopping or the handle is closed. */
    CLOSED(Kind.RETRYABLE),
    /** The heap of a node was full of objects that code of other workflows retains. */
    HEAP_FULL(Kind.RETRYABLE),
    /** The disk is full, read-only or failing. */
    STORAGE(Kind.FATAL),
    /** Stored or received bytes differ from what was written: a checksum, length or header is wrong. */
    CORRUPT(Kind.FATAL),
    /** The peer speaks another protocol or another version of it. */
    PROTOCOL(Kind.FATAL),
    /** A bug in SSS. */
    INTERNAL(Kind.FATAL);

    /** What the caller can do about an error. */
    public enum Kind {
        /**
         * A later retry may succeed. Nothing was changed unless the message says so: a commit or a submission without a
         * reply may have happened.
         */
        RETRYABLE,
        /** The caller must change something: input, options, code. */
        USER,
        /** An operator must check: disk, data, versions. */
        FATAL
    }

    private final Kind kind;

    ErrorCode(Kind kind) {
        this.kind = kind;
    }

    /** Returns the kind of this code, which states the remedy. */
    public Kind kind() {
        return kind;
    }
}
